/** What the columns of a product file mean, by their headings in both generations of the format. */
const meanings: [pattern: RegExp, meaning: string][] = [
  [/^(handle|url handle)$/i, 'Names the product; rows of one handle are its variants'],
  [/^title$/i, 'Title of the product'],
  [/^(body \(html\)|description)$/i, 'Description'],
  [/^vendor$/i, 'Brand'],
  [/^(product category|type|category)$/i, 'Category'],
  [/^tags$/i, 'Tags, separated by commas'],
  [/^(published|published on online store)$/i, 'Whether it is on sale'],
  [/^status$/i, 'Active, draft or archived'],
  [/^option\d (name|value)$/i, 'Options and their values, which make the variants'],
  [/^(variant sku|sku)$/i, 'SKU'],
  [/^(variant barcode|barcode)$/i, 'Barcode'],
  [/^(variant grams|weight value \(grams\))$/i, 'Weight in grams'],
  [/^(variant inventory qty|inventory quantity)$/i, 'Pieces of a new variant'],
  [/^(variant price|price)$/i, 'Price'],
  [/^(variant compare at price|compare-at price)$/i, 'Price before the special price'],
  [/^(image src|product image url|variant image|variant image url)$/i, 'Picture'],
  [/^hsn code$/i, 'HSN code'],
  [/^(seo title|seo description)$/i, 'For search engines'],
  [/metafields|^attribute:/i, 'Product attribute, by its code'],
];

export function meaningOf(heading: string): string | undefined {
  return meanings.find(([pattern]) => pattern.test(heading.trim()))?.[1];
}
