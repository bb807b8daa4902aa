import type { WantedAssignment } from './attribute-assignments.js';
import type { WantedMatrix } from './matrix-plan.js';
import type { ProductFields } from './product.js';

/** First-class fields of a product that are to change, and what it is filed under; each set replaces the whole set. */
export interface BasicsChange extends Partial<Omit<ProductFields, 'thumbnail' | 'images'>> {
  categoryIds?: string[];
  tagIds?: string[];
  ingredientIds?: string[];
  attributeAssignments?: WantedAssignment[];
}

export type MediaChange = Partial<Pick<ProductFields, 'thumbnail' | 'images'>>;

/** The sections of a product that are to change. */
export interface ProductChanges extends WantedMatrix {
  basics?: BasicsChange;
  media?: MediaChange;
  /** Written beside the product. */
  customFields?: Readonly<Record<string, unknown>>;
}
