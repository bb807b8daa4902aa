import {
  boolean,
  type Columns,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

export const attributeTypes = ['multi_select', 'text', 'boolean', 'number', 'select'] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** Whether products choose among values of the attribute. */
export function hasValues(type: AttributeType): boolean {
  return type === 'select' || type === 'multi_select';
}

/** Instants are ISO text in UTC, as everywhere in this file. */
export interface AttributeValue {
  id: string;
  attributeId: string;
  value: string;
  sortOrder: number;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

export const attributeFieldsColumns = {
  title: text,
  /** Unique among live attributes. */
  code: text,
  type: textOf<AttributeType>(),
  /** Wanted of every product whose group has the attribute. */
  isRequired: boolean,
  /** No two live products share a value. */
  isUnique: boolean,
} as const satisfies Columns;
export type AttributeFields = RowOf<typeof attributeFieldsColumns>;

/** What products can say of themselves, defined for the whole platform. */
export const productAttributeColumns = {
  title: text,
  code: text,
  type: textOf<AttributeType>(),
  isRequired: boolean,
  isUnique: boolean,
  id: uuid,
  createdAt: text,
  updatedAt: text,
  deletedAt: nullable(text),
  /** The live values, in order; null for types without values. */
  values: nullable(jsonOf<AttributeValue[]>()),
};
export type ProductAttribute = RowOf<typeof productAttributeColumns>;

/** A value as a client sends it; the place of one that is left out is that in the list. */
export interface WantedValue {
  id?: string;
  value: string;
  sortOrder?: number;
}

export const productAttributeGroupColumns = {
  id: uuid,
  title: text,
  code: text,
  createdAt: text,
  updatedAt: text,
  deletedAt: nullable(text),
  /** Live members, in order. */
  attributes: jsonOf<(ProductAttribute & { sortOrder: number })[]>(),
};
export type ProductAttributeGroup = RowOf<typeof productAttributeGroupColumns>;

/** A member of a group as a client sends it. */
export interface WantedMember {
  attributeId: string;
  sortOrder?: number;
}

/** Values of an attribute are the same whatever their case. */
export function foldValue(value: string): string {
  return value.normalize('NFC').toLowerCase();
}
