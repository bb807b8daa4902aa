import { LINK_FILTER, linkPart } from '#domain/mail/link-part.js';
import { Liquid, LiquidError } from 'liquidjs';
import type { TemplateContent } from '#domain/mail/mail-template.js';
import type { TemplateVariables } from '#domain/mail/template-variables.js';

/** Filters that only change how a value reads. `raw` is left out on purpose: it would switch escaping off. */
const FILTERS = [
  'append',
  'capitalize',
  'default',
  'downcase',
  'prepend',
  'replace',
  'strip',
  'truncate',
  'upcase',
];

/** A template is somebody's text: it may not cost more than a mail is worth. */
const LIMITS = { parseLimit: 200_000, renderLimit: 500, memoryLimit: 2_000_000 };

export type TemplatePart = keyof TemplateContent;

/** A part of a template that cannot be understood; `message` says what and where. */
export class TemplateSyntaxError extends Error {
  constructor(
    readonly part: TemplatePart,
    message: string,
  ) {
    super(message);
    this.name = 'TemplateSyntaxError';
  }
}

/** Values stay as they are: for subjects and for text that is escaped as a whole afterwards. */
const plain = language();
/** Values become harmless text in HTML. */
const html = language({ outputEscape: 'escape' });

/**
 * Fills in a part of a template. The language has variables and a few filters, no tags. What is unknown stays empty.
 * @throws TemplateSyntaxError
 */
export function fillIn(part: TemplatePart, source: string, variables: TemplateVariables): string {
  return understood(part, () => {
    const language = part === 'body' ? html : plain;
    return language.engine.renderSync(language.parse(source), variables) as string;
  });
}

/** The names of the variables that a part uses. @throws TemplateSyntaxError */
export function variablesIn(part: TemplatePart, source: string): string[] {
  return understood(part, () => [...plain.variables(source)]);
}

/** What stands between the braces, for each place that fills something in. @throws TemplateSyntaxError */
export function outputsIn(part: TemplatePart, source: string): string[] {
  return understood(part, () =>
    plain.parse(source).flatMap(({ token }) => ('content' in token ? [String(token.content).trim()] : [])),
  );
}

/** Text as it stands, or what stands between the braces of a place that is filled in. */
export type Segment = { text: string } | { output: string };

/** A text in the order of its parts. @throws TemplateSyntaxError */
export function segmentsOf(part: TemplatePart, source: string): Segment[] {
  return understood(part, () =>
    plain
      .parse(source)
      .map(({ token }) =>
        'content' in token ? { output: String(token.content).trim() } : { text: token.getText() },
      ),
  );
}

/** Words that are kept parsed: those of all templates, and of the overrides in use. */
const PARSED = 500;
/** In UTF-16 units: drafts of 100,000 that somebody previews must not fill the memory. */
const LONGEST_PARSED = 20_000;

/** Remembers what `make` returns for the last texts; one that cannot be understood is tried again. */
function cached<T>(make: (source: string) => T): (source: string) => T {
  const made = new Map<string, T>();
  return (source) => {
    const found = made.get(source);
    if (found !== undefined) return found;
    const value = make(source);
    if (source.length > LONGEST_PARSED) return value;
    const oldest = made.size >= PARSED ? made.keys().next().value : undefined;
    if (oldest !== undefined) made.delete(oldest);
    made.set(source, value);
    return value;
  };
}

/** The mails of a store are made of the same words: parsing them takes longer than filling them in. */
function language(options: { outputEscape?: 'escape' } = {}) {
  const engine = createEngine(options);
  const parse = cached((source) => engine.parse(source));
  const variables = cached((source): readonly string[] => engine.globalVariablesSync(parse(source)));
  return { engine, parse, variables };
}

function createEngine(options: { outputEscape?: 'escape' }): Liquid {
  const engine = new Liquid({ ...options, ...LIMITS, ownPropertyOnly: true, strictFilters: true });
  for (const tag of Object.keys(engine.tags)) delete engine.tags[tag];
  for (const filter of Object.keys(engine.filters)) {
    // Escaping is a filter of the engine's own: it stays and is harmless.
    if (!FILTERS.includes(filter) && filter !== 'escape') delete engine.filters[filter];
  }
  engine.registerFilter(LINK_FILTER, (value: unknown) => linkPart(String(value ?? '')));
  return engine;
}

function understood<T>(part: TemplatePart, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    throw new TemplateSyntaxError(part, error.message);
  }
}
