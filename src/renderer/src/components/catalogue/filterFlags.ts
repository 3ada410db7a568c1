/** The filters that are on or off, in the order in which they are offered. */
export const FLAGS = ['available', 'featured', 'allowed', 'inMarketplace'] as const
