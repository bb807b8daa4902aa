/** The categories that a product is stored under: those that were sent, and its main one, which is one of them. */
export function filedCategories(categoryIds: readonly string[], mainCategoryId: string | null): string[] {
  return [...new Set(mainCategoryId === null ? categoryIds : [...categoryIds, mainCategoryId])];
}
