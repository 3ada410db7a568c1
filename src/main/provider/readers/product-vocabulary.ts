/** Names that other billing APIs have for a product's documented fields, in order of trust. Rules: docs/provider-replies.md. */
import type { ProductField } from '../../../shared/models/product.ts'
import { words } from './names.ts'

/** Read where the documented field has no value. One spelling of each is enough (field-names.ts). */
export const PRODUCT_NAMES = {
  id: words('productId pid offerKey offerId planId packageId uuid sku'),
  name: words('title displayName productName productTitle planName packageName offerName'),
  tagline: words('shortDescription summary subtitle headline'),
  description: words('longDescription fullDescription productDescription'),
  longHtmlDescription: words('webDescription descriptionHtml htmlDescription longDescriptionHtml bodyHtml'),
  // A type is no label: it tells what kind of record or billing it is, in words for programs.
  label: words(
    'categoryName category category.name category.title productCategory productCategory.name groupName group.name'
  ),
  imagePath: words(
    'imageUrl illustrationUrl image images pictureUrl picture photoUrl thumbnailUrl thumbnail logoUrl iconUrl'
  ),
  creationDateTime: words('createdAt created createdOn dateCreated creationDate'),
  lastUpdateDateTime: words('updatedAt updated updatedOn dateUpdated lastUpdatedAt modifiedAt dateModified'),
  isFeatured: words('featured'),
  isAllowed: words('allowed'),
  isAvailable: words('available inStock active isActive enabled isEnabled'),
  isInMarketplace: words('inMarketplace')
} as const satisfies { [F in ProductField]?: readonly string[] }

/** Say that a product is not available. One of them counts more than any name of isAvailable. */
export const UNAVAILABLE_NAMES = words('outOfStock isOutOfStock soldOut isSoldOut disabled isDisabled')
