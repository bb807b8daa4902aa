import type { z } from 'zod';
import type { Columns, JsonRowOf } from '#domain/_shared/columns.js';

/**
 * One schema for each described column, of the type that it has in JSON: `z.object({ … } satisfies ColumnSchemas<…>)`
 * does not compile when a column is missing, nullable without saying so, or not described.
 */
export type ColumnSchemas<C extends Columns> = { [Name in keyof C]: z.ZodType<JsonRowOf<C>[Name]> };
