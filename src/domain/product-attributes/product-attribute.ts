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

export interface AttributeFields {
  title: string;
  /** Unique among live attributes. */
  code: string;
  type: AttributeType;
  /** Wanted of every product whose group has the attribute. */
  isRequired: boolean;
  /** No two live products share a value. */
  isUnique: boolean;
}

/** What products can say of themselves, defined for the whole platform. */
export interface ProductAttribute extends AttributeFields {
  id: string;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  /** The live values, in order; null for types without values. */
  values: AttributeValue[] | null;
}

/** A value as a client sends it; the place of one that is left out is that in the list. */
export interface WantedValue {
  id?: string;
  value: string;
  sortOrder?: number;
}

export interface ProductAttributeGroup {
  id: string;
  title: string;
  code: string;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  /** Live members, in order. */
  attributes: (ProductAttribute & { sortOrder: number })[];
}

/** A member of a group as a client sends it. */
export interface WantedMember {
  attributeId: string;
  sortOrder?: number;
}

/** Values of an attribute are the same whatever their case. */
export function foldValue(value: string): string {
  return value.normalize('NFC').toLowerCase();
}
