import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one request, activity or delivery carries. */
export interface RequestScope {
  requestId: string;
  actor?: string;
  workflowId?: string;
  activity?: string;
}

/** What a request has to do with revisions of storefront content, by kind. */
export interface ContentScope {
  /** Raised by its writes. */
  raised?: Map<string, number>;
  /** That it wants to see at least. */
  wanted?: ReadonlyMap<string, number>;
}

/** Whether mails can be sent to addresses with more than ASCII before the `@`, as far as the running request knows. */
export interface Utf8Mail {
  /** Undefined where the mail server has not been asked yet. */
  takes: () => boolean | undefined;
  /** Set by what needed to know. */
  wanted?: boolean;
}

interface Store {
  request?: RequestScope;
  unitOfWork: boolean;
  content?: ContentScope;
  utf8Mail?: Utf8Mail;
  /** Throws where the running request is to have no connection of the database. */
  admit?: () => void;
  /** The connection that everything inside uses, whichever pool it asks. */
  lent?: unknown;
  /** Throws where the running request is not to run a statement. */
  watch?: StatementWatch;
}

export type StatementWatch = (sql: string, bindings: readonly unknown[]) => void;

/** One storage for both: each one takes part in every promise of the process, which shows in what a request costs. */
const storage = new AsyncLocalStorage<Store>();

/** Runs `work` so that every log line written inside it carries `scope`. */
export function withRequestScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run({ request: scope, unitOfWork: insideUnitOfWork(), content: {} }, work);
}

/** The scope of the running request, or undefined outside of one. */
export function requestScope(): RequestScope | undefined {
  return storage.getStore()?.request;
}

/** What the running request has to do with revisions of content; undefined outside of one. */
export function contentScope(): ContentScope | undefined {
  return storage.getStore()?.content;
}

/** Notes that the running request has raised a revision of storefront content; its response says so. */
export function recordContentRevision(kind: string, revision: number): void {
  const scope = contentScope();
  if (!scope) return;
  scope.raised ??= new Map();
  scope.raised.set(kind, revision);
}

/** Has `admit` asked whenever the running request was given a connection of the database: it throws to refuse it. */
export function guardConnections(admit: () => void): void {
  const store = storage.getStore();
  if (store) store.admit = admit;
}

/** @throws what the guard of the running request throws */
export function admitConnection(): void {
  storage.getStore()?.admit?.();
}

/** Has `watch` shown each statement of the running request before it is sent: it throws to refuse it. For tests and development. */
export function watchStatements(watch: StatementWatch): void {
  const store = storage.getStore();
  if (store) store.watch = watch;
}

/** @throws what the watch of the running request throws */
export function showStatement(sql: string, bindings: readonly unknown[]): void {
  storage.getStore()?.watch?.(sql, bindings);
}

/** Lets what reads addresses in the running request ask whether mails reach them. */
export function allowUtf8Mail(utf8Mail: Utf8Mail): void {
  const store = storage.getStore();
  if (store) store.utf8Mail = utf8Mail;
}

/** Whether mails reach addresses with more than ASCII before the `@`; false where that is not known. */
export function takesUtf8Mail(): boolean {
  const known = storage.getStore()?.utf8Mail;
  if (known) known.wanted = true;
  return known?.takes() ?? false;
}

/** Runs `work` so that each statement of it goes by `connection`: what reads by the pool sees what a transaction sees. */
export function lendConnection<T>(connection: unknown, work: () => Promise<T>): Promise<T> {
  return storage.run({ ...storage.getStore(), unitOfWork: true, lent: connection }, async () => await work());
}

/** The connection that the running code was lent; undefined for nearly all code. */
export function lentConnection(): unknown {
  return storage.getStore()?.lent;
}

/** Whether the running code is inside a unit of work. */
export function insideUnitOfWork(): boolean {
  return storage.getStore()?.unitOfWork ?? false;
}

/** Awaits inside the scope: a query builder does its work only when it is awaited. */
export function enterUnitOfWork<T>(work: () => Promise<T>): Promise<T> {
  const { request, content, admit, watch } = storage.getStore() ?? {};
  return storage.run({ request, unitOfWork: true, content, admit, watch }, async () => await work());
}
