import { openApiDocument } from '#api/openapi.js';

/** The committed `openapi.json`. */
export function openApiJson(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
