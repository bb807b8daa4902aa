import { openApiDocument } from '#api/kernel/openapi.js';

/** The committed `openapi.json`. */
export function openApiJson(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
