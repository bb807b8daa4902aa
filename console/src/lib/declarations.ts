import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { addOperations } from 'haat-client';
import { serveFilesFrom } from './files-url.js';

/** What the API says of itself, as `/console/declarations.json` gives it. */

export interface ListForm {
  paging: 'page' | 'offset' | 'cursor' | 'none';
  search?: string;
  sort?: [string] | [string, string];
  default?: string;
}

export interface OperationEntry {
  id: string;
  method: string;
  path: string;
  slug: string;
  summary: string;
  audience: 'admin' | 'vendor';
  permission?: string;
  'vendor-role'?: string;
  idempotent?: boolean;
  act?: 'rights' | 'money';
  list?: ListForm;
  entity?: string;
  title?: string;
  create?: string;
  read?: string;
  update?: string;
  delete?: string;
  restore?: string;
  params: { name: string; entity?: string; values?: string[] }[];
  body?: string;
  returns: string;
}

export interface Store {
  name: string;
  currency: string;
  timeZone: string;
  /** Where shoppers are, without a slash at its end; null while the store has no address. */
  shopUrl: string | null;
  /** The engine's web UI; null where none is configured. */
  engine: { url: string; namespace: string; views: { label: string; query: string }[] } | null;
  /** What a storage key is appended to. */
  filesUrl: string;
}

interface Index {
  features: { slug: string; text: string }[];
  operations: OperationEntry[];
  store: Store;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  /** `text/html` is shown as its readers see it, in a frame where nothing runs. */
  contentMediaType?: string;
  enum?: (string | number)[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
  description?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  example?: unknown;
  'x-entity'?: string;
  'x-money'?: boolean;
  'x-filters'?: Record<string, string | string[]>;
  'x-operators'?: Record<string, string[]>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface OperationShape {
  description?: string;
  query: Parameter[];
  body?: Schema;
  data?: Schema;
}

export interface FeatureShapes {
  operations: Record<string, OperationShape>;
  schemas: Record<string, Schema>;
}

export class Declarations {
  readonly byId: Map<string, OperationEntry>;

  constructor(readonly index: Index) {
    this.byId = new Map(index.operations.map((operation) => [operation.id, operation]));
  }

  get store(): Store {
    return this.index.store;
  }

  get(id: string | undefined): OperationEntry | undefined {
    return id === undefined ? undefined : this.byId.get(id);
  }

  lists(audience: string): OperationEntry[] {
    return this.index.operations.filter((item) => item.list && item.audience === audience);
  }

  /** The operation that reads a row of this kind by its id alone. */
  readOf(entity: string, audience: string): OperationEntry | undefined {
    return this.index.operations.find(
      (item) =>
        item.method === 'get' &&
        !item.list &&
        item.returns === 'json' &&
        item.audience === audience &&
        item.entity === entity &&
        item.params.length === 1 &&
        item.params[0]?.entity === entity,
    );
  }
}

async function load<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The declarations cannot be loaded (${response.status})`);
  return (await response.json()) as T;
}

async function loadDeclarations(): Promise<Declarations> {
  const index = await load<Index>('/console/declarations.json');
  addOperations(
    Object.fromEntries(
      index.operations.map(({ id, method, path, list }) => [
        id,
        [method, path, ...(list && list.paging !== 'none' ? [list.paging] : [])] as never,
      ]),
    ),
  );
  serveFilesFrom(index.store.filesUrl);
  return new Declarations(index);
}

const forever = { staleTime: Infinity, gcTime: Infinity } as const;

/** Asked for before anything is drawn, beside the session. */
export const declarationsQuery = { queryKey: ['declarations'], queryFn: loadDeclarations, ...forever };

export function useDeclarations(): Declarations {
  return useSuspenseQuery(declarationsQuery).data;
}

export function useShapes(slug: string | undefined): FeatureShapes | undefined {
  return useQuery({
    queryKey: ['declarations', slug],
    queryFn: () => load<FeatureShapes>(`/console/declarations/${slug}.json`),
    enabled: slug !== undefined,
    ...forever,
  }).data;
}

/** A schema without its reference and without `null`, and whether null is allowed. */
export function resolve(
  schema: Schema | undefined,
  schemas: Record<string, Schema>,
): { schema: Schema; nullable: boolean } {
  if (!schema) return { schema: {}, nullable: false };
  if (schema.$ref) {
    const { $ref, ...own } = schema;
    const named = resolve(schemas[$ref.split('/').at(-1) ?? ''], schemas);
    return { schema: { ...named.schema, ...own }, nullable: named.nullable };
  }
  const options = schema.anyOf;
  const rest = options?.filter(({ type }) => type !== 'null');
  if (options && rest && rest.length < options.length && rest.length === 1) {
    const { anyOf: _, ...own } = schema;
    return { schema: { ...resolve(rest[0], schemas).schema, ...own }, nullable: true };
  }
  // A text that may be empty is a text.
  if (options && options.every((option) => option.type === 'string' || typeof option.const === 'string')) {
    const { anyOf: _, ...own } = schema;
    const [first] = options.filter((option) => option.const === undefined && option.maxLength !== 0);
    return {
      schema: {
        type: 'string',
        ...(options.every((option) => option.enum ?? option.const)
          ? { enum: options.flatMap((option) => option.enum ?? [String(option.const)]) }
          : { format: first?.format, maxLength: first?.maxLength }),
        ...own,
      },
      nullable: false,
    };
  }
  if (Array.isArray(schema.type)) {
    const type = schema.type.filter((item) => item !== 'null');
    return { schema: { ...schema, type: type[0] }, nullable: type.length < schema.type.length };
  }
  return { schema, nullable: false };
}
