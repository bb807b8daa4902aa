import { entityTag } from '#api/kernel/entity-tag.js';
import { canonicalJson } from '#lib/crypto.js';

/** The entity tag of the settings of a scope, as they are returned. */
export const settingsTag = (values: unknown): string => entityTag(canonicalJson(values));
