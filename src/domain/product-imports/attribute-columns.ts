/** A column of a product file that names an attribute by its code. */
export interface AttributeColumn {
  code: string;
  /** As the file spells it. */
  header: string;
}

/** `Colour (product.metafields.custom.main_colour)`, as shop software exports it, or `Attribute: main-colour`. */
const forms = [/\(product\.metafields\.[^.()]+\.([^.()]+)\)$/i, /^attribute:(.+)$/i] as const;

/** The code that a header names; codes have hyphens where metafields have underscores. */
export function attributeCode(header: string): string | undefined {
  const text = header.normalize('NFKC').trim();
  const code = forms.map((form) => form.exec(text)?.[1]?.trim()).find(Boolean);
  return code?.toLowerCase().replaceAll('_', '-');
}

/** The columns of attributes in a header line; of two for one code the first counts. */
export function attributeColumns(headers: readonly string[]): AttributeColumn[] {
  const columns = new Map<string, AttributeColumn>();
  for (const header of headers) {
    const code = attributeCode(header);
    if (code !== undefined && !columns.has(code)) columns.set(code, { code, header });
  }
  return [...columns.values()];
}
