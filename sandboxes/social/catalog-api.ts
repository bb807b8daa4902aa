import { randomBytes } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { refuse } from './responses.js';
import type { Batch, BatchRequest } from './catalog-book.js';
import { authorize, type GraphOptions, mayWrite, tokenOf } from './graph-api.js';
import { groupProblem, itemProblem } from './item-rules.js';

const MAX_REQUESTS = 5_000;
const MINUTE_MS = 60_000;

/** Items of a catalog: batches, their state, and the remote view of an item. */
export function catalogApi(options: GraphOptions): Router {
  const { book, controls, now } = options;
  const router = Router();
  const authorized = authorize(options);
  const calls = new Map<string, { minute: number; used: number }>();

  const writable: RequestHandler = (req, res, next) => {
    const catalogId = String(req.params['catalog']);
    if (mayWrite(book, tokenOf(res), catalogId)) next();
    else refuse(res, 403, 200, `(#200) No permission for the catalog ${catalogId}`);
  };

  /** A few calls a minute for each catalog, with the usage in headers. */
  const paced: RequestHandler = (req, res, next) => {
    const catalogId = String(req.params['catalog']);
    const minute = Math.floor(now() / MINUTE_MS);
    const known = calls.get(catalogId);
    const count = known?.minute === minute ? known : { minute, used: 0 };
    calls.set(catalogId, count);
    const percent = Math.round((count.used / Math.max(controls.batchesPerMinute, 1)) * 100);
    const regain = count.used >= controls.batchesPerMinute ? 1 : 0;
    const usage = [
      {
        type: 'ads_management',
        call_count: percent,
        total_cputime: 1,
        total_time: 1,
        estimated_time_to_regain_access: regain,
      },
    ];
    res.setHeader('x-business-use-case-usage', JSON.stringify({ [catalogId]: usage }));
    res.setHeader('x-app-usage', JSON.stringify({ call_count: 1, total_time: 1, total_cputime: 1 }));
    if (regain)
      return refuse(
        res,
        400,
        80_014,
        'There have been too many calls to this catalog. Wait a bit and try again.',
      );
    count.used += 1;
    next();
  };

  /** What a batch came to is saved when it ends. */
  function settle(batch: Batch): void {
    if (batch.outcome !== 'finished' || now() < batch.at + controls.batchMs) return;
    const failed = new Set(batch.errors.map(({ id }) => id));
    for (const { method, data } of batch.requests) {
      if (failed.has(data.id)) continue;
      const item = method === 'DELETE' ? null : data;
      book.write({ op: 'item', catalogId: batch.catalogId, id: data.id, item });
    }
    book.write({ op: 'batch', batch: { ...batch, requests: [] } });
  }

  function statusOf(batch: Batch): string {
    const age = now() - batch.at;
    if (batch.outcome === 'stuck' || age < controls.batchMs)
      return age < controls.batchMs / 2 ? 'dispatched' : 'started';
    return batch.outcome;
  }

  router.post('/:version/:catalog/items_batch', authorized, writable, paced, (req, res) => {
    const catalogId = String(req.params['catalog']);
    const body = req.body as { item_type?: string; requests?: BatchRequest[] };
    if (body.item_type !== 'PRODUCT_ITEM')
      return refuse(res, 400, 100, '(#100) The parameter item_type is required');
    const requests = body.requests ?? [];
    if (!Array.isArray(requests) || requests.length > MAX_REQUESTS)
      return refuse(res, 400, 1, "Please reduce the amount of data you're asking for");
    if (controls.emptyHandles > 0) {
      controls.emptyHandles -= 1;
      return void res.json({ handles: [] });
    }
    const errors = requests.flatMap(({ method, data }, line) => {
      const scripted = controls.itemErrors[data.id] ?? controls.itemErrors['*'];
      const message = scripted ?? (method === 'DELETE' ? undefined : itemProblem(data));
      return message ? [{ line, id: data.id, message }] : [];
    });
    const handle = `Acx${randomBytes(18).toString('base64url')}`;
    const isStuck = requests.some(({ data }) => controls.stuckItems.includes(data.id));
    const outcome = isStuck ? 'stuck' : (controls.outcomes.shift() ?? 'finished');
    const batch: Batch = { handle, catalogId, at: now(), outcome, requests, errors };
    const invalid = requests.flatMap(({ data }) => {
      const message = controls.validationErrors[data.id] ?? controls.validationErrors['*'];
      return message ? [{ retailer_id: data.id, errors: [{ message }], warnings: [] }] : [];
    });
    const refused = new Set(invalid.map(({ retailer_id: id }) => id));
    batch.requests = requests.filter(({ data }) => !refused.has(data.id));
    book.write({ op: 'batch', batch });
    res.json({ handles: [handle], ...(invalid.length > 0 ? { validation_status: invalid } : {}) });
  });

  router.get('/:version/:catalog/check_batch_request_status', authorized, writable, (req, res) => {
    const batch = book.batch(String(req.query['handle'] ?? ''));
    if (!batch || batch.catalogId !== req.params['catalog']) return refuse(res, 400, 100, 'Invalid handle');
    settle(batch);
    const status = statusOf(batch);
    const ended = status === 'finished';
    const errors = ended ? batch.errors : [];
    const withIds = req.query['load_ids_of_invalid_requests'] === 'true';
    res.json({
      data: [
        {
          handle: batch.handle,
          status,
          errors,
          errors_total_count: errors.length,
          warnings: [],
          warnings_total_count: 0,
          ids_of_invalid_requests: withIds ? errors.map(({ id }) => id) : [],
        },
      ],
    });
  });

  router.get('/:version/:catalog/products', authorized, writable, (req, res) => {
    const filter = JSON.parse(String(req.query['filter'] ?? '{}')) as { retailer_id?: { eq?: string } };
    const items = book.itemsOf(String(req.params['catalog']));
    const named = filter.retailer_id?.eq;
    const ids = named === undefined ? [...items.keys()] : [named];
    const after = Number(req.query['after'] ?? 0);
    const size = Math.min(Number(req.query['limit'] ?? 25), 1_000);
    const data = ids.slice(after, after + size).flatMap((id) => {
      const item = items.get(id);
      if (!item) return [];
      const problem = groupProblem(item, items.values());
      const errors = problem ? [{ ...problem, error_priority: 'HIGH', title: problem.description }] : [];
      return {
        id: `1${id.replace(/\D/g, '').slice(0, 15)}`,
        retailer_id: id,
        name: item['title'],
        price: `₹${String(item['price'])}`,
        availability: item['availability'],
        review_status: 'approved',
        visibility: 'published',
        errors,
      };
    });
    const next = after + size < ids.length ? { next: 'https://graph.example.com/next' } : {};
    res.json({ data, paging: { cursors: { after: String(after + size) }, ...next } });
  });

  router.get('/:version/:catalog', authorized, writable, (req, res) => {
    const catalogId = String(req.params['catalog']);
    res.json({ id: catalogId, name: `Catalog ${catalogId}`, product_count: book.itemsOf(catalogId).size });
  });

  return router;
}
