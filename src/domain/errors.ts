import type { AppError } from './_shared/app-error.js';
import { definitionOf, type ErrorCatalogue, type ErrorDefinition } from './_shared/error-catalogue.js';
import { platformErrors } from './_shared/platform.errors.js';
import { featureErrors } from './error-catalogues.js';

/** The error catalogues of the platform and of every feature. */
export const errorCatalogues: Readonly<Record<string, ErrorCatalogue>> = {
  platform: platformErrors,
  ...featureErrors,
};

const snakeCase = (name: string) =>
  name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const reasons = new Map<ErrorDefinition, string>(
  Object.entries(errorCatalogues).flatMap(([slug, catalogue]) =>
    Object.entries(catalogue).map(([key, { definition }]) => [
      definition,
      `${snakeCase(slug)}.${snakeCase(key)}`,
    ]),
  ),
);

/** The `reason` of a catalogue entry: its slug and its name, `invoices.still_generating`. */
export function reasonOfEntry(definition: ErrorDefinition): string {
  const reason = reasons.get(definition);
  if (!reason) throw new Error(`"${definition.message}" is in no <slug>.errors.ts`);
  return reason;
}

/** The `reason` that clients branch on. A failure that a workflow recorded before reasons existed has its code alone. */
export function reasonOf(error: AppError): string {
  const definition = definitionOf(error);
  return error.reason ?? (definition && reasons.get(definition)) ?? `platform.${error.code.toLowerCase()}`;
}
