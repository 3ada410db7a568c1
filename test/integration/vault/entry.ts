/** A data key as the vault takes it. */
export const DATA_KEY = Buffer.alloc(32, 'k').toString('base64')
