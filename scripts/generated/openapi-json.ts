import { openApiDocument } from '#api/kernel/openapi.js';

const WIDTH = 160;

/** JSON in which a value that fits into a line is written in one: half the lines, and half the size of the white space. */
function write(value: unknown, indent = ''): string {
  const short = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || short.length + indent.length <= WIDTH) return short;
  // One space a level: twelve levels of two were a quarter of the file.
  const inner = `${indent} `;
  const entries = Array.isArray(value)
    ? value.map((item) => write(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${write(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** The committed `openapi.json`. */
export function openApiJson(): string {
  return `${write(openApiDocument())}\n`;
}
