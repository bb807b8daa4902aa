import {
  type CustomField,
  customFieldEntities,
  type CustomFieldEntity,
  type CustomFields,
  customFieldVisibilities,
} from '#domain/_shared/custom-field.js';

/** A field with who declares it. */
export interface DeclaredField extends CustomField {
  key: string;
  /** A plugin, or `haat.config.ts`. */
  owner: string;
}

export type DeclaredFields = ReadonlyMap<CustomFieldEntity, readonly DeclaredField[]>;

/** How one who asks stands to a row. */
export type FieldAudience = 'admin' | 'vendor' | 'customer' | 'public';

/** On whose behalf a row is looked for: a vendor and a customer find their own, the storefront what it shows. */
export interface FieldScope {
  vendorId?: string;
  userId?: string;
  onStorefront?: true;
}

function assertSound({ key, owner, visibility, editableBy, search }: DeclaredField, entity: string): void {
  const where = `The custom field ${key} of ${entity} (${owner})`;
  if (!/^[a-z][A-Za-z0-9]{0,59}$/.test(key))
    throw new Error(`${where} must have a key in camelCase of at most 60 letters and digits`);
  if (editableBy === 'vendor' && visibility === 'admin')
    throw new Error(`${where} cannot be edited by vendors, who do not see it: its visibility is admin`);
  if (editableBy === 'customer' && visibility !== 'public')
    throw new Error(
      `${where} cannot be edited by customers, who do not see it: its visibility is ${visibility}`,
    );
  if (search && (entity !== 'product' || visibility !== 'public'))
    throw new Error(`${where} cannot be searched: only public fields of products can`);
}

/**
 * All declared fields.
 * @throws Error naming the field and both owners where a key is declared twice, or a declaration contradicts itself
 */
export function declareFields(tables: readonly { owner: string; fields: CustomFields }[]): DeclaredFields {
  return new Map(
    customFieldEntities.map((entity) => {
      const declared = tables.flatMap(({ owner, fields }) =>
        Object.entries(fields[entity] ?? {}).map(([key, field]): DeclaredField => ({ ...field, key, owner })),
      );
      for (const [index, field] of declared.entries()) {
        assertSound(field, entity);
        const other = declared.slice(0, index).find(({ key }) => key === field.key);
        if (other)
          throw new Error(
            `The custom field ${field.key} of ${entity} is declared by ${other.owner} and by ${field.owner}: rename one`,
          );
      }
      return [entity, declared.sort((first, second) => (first.key < second.key ? -1 : 1))];
    }),
  );
}

const leastVisibility = { admin: 'admin', vendor: 'vendor', customer: 'public', public: 'public' } as const;

/** Whether an audience sees a field. */
export function sees(audience: FieldAudience, { visibility }: Pick<CustomField, 'visibility'>): boolean {
  const rank = (name: CustomField['visibility']) => customFieldVisibilities.indexOf(name);
  return rank(visibility) >= rank(leastVisibility[audience]);
}

/** Whether an audience writes a field. */
export function writes(audience: FieldAudience, { editableBy }: Pick<CustomField, 'editableBy'>): boolean {
  return audience === 'admin' || audience === editableBy;
}
