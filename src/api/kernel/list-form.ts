import { z } from 'zod';

/** How a list is paged, searched and sorted: what a client of any list has to know of its query. */
export type ListForm = {
  /** `none`: all rows come at once. */
  paging: 'page' | 'offset' | 'cursor' | 'none';
  /** The parameter with the text to look for. */
  search?: string;
  /** One parameter with `field:direction`, or one with the field and one with the direction. */
  sort?: readonly [string] | readonly [string, string];
  /** `field:direction` of a list that is not told. */
  default?: string;
};

/** The form of each query schema that makes a list; the reference says it as `x-list`. */
export const listForms = z.registry<ListForm>();

/** Of each generic list the fields that only `filters[]` names: as keys of their own they would be left out without a word. */
export const filterFields = z.registry<{ names: string[] }>();
