import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { sweepRows } from '#activities/_shared/sweep-rows.js';
import {
  createStoredHtmlRepository,
  type HtmlKind,
  type StoredHtml,
} from '#db/products/stored-html.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { productsEvents } from '#domain/products/products.events.js';
import { cleanHtml } from '#lib/clean-html.js';
import type { Platform } from '#operations/platform.js';

const ROWS = 200;
const DAY_MS = 24 * 3_600_000;
const KEEP_ORIGINALS_MS = 30 * DAY_MS;
/** A process of the release before may have been at work on a row for so long. */
const OVERLAP_MS = DAY_MS;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'audit' | 'clock' | 'logger'>;

/**
 * Cleans what was stored before texts were cleaned on their way in. What was written since the last complete check is
 * looked at again, so that an older version that runs for a while leaves nothing behind.
 */
export function createStoredHtmlSweep(deps: Deps) {
  const { knex, unitOfWork, outbox, audit, clock } = deps;
  const stored = createStoredHtmlRepository();

  async function replace(kind: HtmlKind, row: StoredHtml, clean: string): Promise<boolean> {
    const { id, productId, vendorId } = row;
    const ctx = systemContext({ name: 'products-html' }, clock.now());
    return unitOfWork.run(ctx, async (tx) => {
      if (!(await stored.replace(tx, kind, row, clean))) return false;
      const entity = kind === 'tab' ? 'productTab' : 'product';
      await audit.record(tx, ctx, [
        { entity, entityId: id, action: 'clean', vendorId, after: { removedCharacters: row.html.length - clean.length } },
      ]); // prettier-ignore
      if (kind === 'tab')
        outbox.append(tx, ctx, productsEvents.tabUpdated, id, { productId, vendorId, tabId: id });
      else
        outbox.append(tx, ctx, productsEvents.updated, productId, { productId, vendorId, change: 'basics' });
      return true;
    });
  }

  async function cleanKind(kind: HtmlKind): Promise<number> {
    const began = clock.now();
    let cleaned = 0;
    for (let after: string | null = null; ;) {
      cancellationSignal().throwIfAborted();
      const rows: StoredHtml[] = await stored.readSome(knex, kind, after, ROWS);
      for (const row of rows) {
        const clean = cleanHtml(row.html);
        if (clean !== row.html && (await replace(kind, row, clean))) cleaned += 1;
      }
      heartbeat(cleaned);
      after = rows.at(-1)?.id ?? null;
      if (rows.length < ROWS) break;
    }
    const before = new Date(began.getTime() - OVERLAP_MS);
    await unitOfWork.run(systemContext({ name: 'products-html' }, began), (tx) =>
      stored.checked(tx, kind, before),
    );
    return cleaned;
  }

  return async function cleanStoredHtml(): Promise<Record<string, number>> {
    const descriptions = await cleanKind('description');
    const tabs = await cleanKind('tab');
    const before = new Date(clock.now().getTime() - KEEP_ORIGINALS_MS);
    const { originals } = await sweepRows(deps, 'products-html', {
      originals: (tx) => stored.sweepOriginals(tx, before),
    });
    return { descriptions, tabs, originals };
  };
}
