import { createDeliveriesRepository } from '#db/outbound-webhooks/deliveries.repository.js';
import {
  createEndpointsRepository,
  type EndpointRow,
  type ListedEndpoint,
} from '#db/outbound-webhooks/endpoints.repository.js';
import { createMessagesRepository } from '#db/outbound-webhooks/messages.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { brokenUrlRule } from '#domain/outbound-webhooks/endpoint-rules.js';
import {
  type EndpointOwner,
  type EndpointView,
  HELD_MS,
  MAX_PLATFORM_ENDPOINTS,
  MAX_VENDOR_ENDPOINTS,
  ROTATION_MS,
} from '#domain/outbound-webhooks/endpoint.js';
import { TEST_EVENT } from '#domain/outbound-webhooks/delivery.js';
import { unknownPatterns, wantsEvent } from '#domain/outbound-webhooks/event-patterns.js';
import { outboundWebhooksErrors } from '#domain/outbound-webhooks/outbound-webhooks.errors.js';
import { newWebhookSecret } from '#integrations/outbound-webhooks/webhook-signature.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import { newId } from '#lib/ids.js';
import { maskHeaders, readHeaders, storedHeaders } from '#operations/outbound-webhooks/endpoint-secrets.js';
import { messageBody } from '#operations/outbound-webhooks/message-body.js';
import type { Platform } from '#operations/platform.js';
import { createRightsMail } from '#api/access/rights-mail.js';
import type { EndpointInput, EndpointPatch } from './outbound-webhooks.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'keyring' | 'config' | 'webhookEvents' | 'mail'>;

const LIMITS = { platform: MAX_PLATFORM_ENDPOINTS, vendor: MAX_VENDOR_ENDPOINTS };

/** Webhook endpoints of the platform, or with a vendor as their owner those of the vendor. */
export function createWebhookEndpointsService(deps: Deps, limits = LIMITS) {
  const { unitOfWork, knex, audit, keyring, config } = deps;
  const endpoints = createEndpointsRepository(knex);
  const deliveries = createDeliveriesRepository();
  const messages = createMessagesRepository();
  const mailRights = createRightsMail(deps);
  const notFound = () => platformErrors.notFound({ entity: 'Webhook endpoint' });
  const invalid = (field: string, rule: string) =>
    platformErrors.validation(
      {},
      { errors: [{ path: `body.${field}`, message: rule, code: 'invalid_value' }] },
    );

  function check(
    { vendorId }: EndpointOwner,
    { url, events }: { url?: string | undefined; events?: string[] | undefined },
  ): void {
    const { production, WEBHOOKS_ALLOW: allow } = config;
    const rule = url === undefined ? undefined : brokenUrlRule(url, { production, allow });
    if (rule) throw invalid('url', rule);
    const known = deps.webhookEvents.filter((event) => (vendorId ? event.vendor : event.admin));
    const unknown = unknownPatterns(
      events ?? [],
      known.map(({ name }) => name),
    );
    if (unknown.length > 0)
      throw invalid('events', `must name events of the catalogue (got ${unknown.join(', ')})`);
  }

  /**
   * An endpoint of the platform is a standing copy of the rows of its events: who has it sent, or sent elsewhere, may read them.
   * @throws AppError FORBIDDEN
   */
  function assertMayRead(ctx: Context, { vendorId }: EndpointOwner, events: readonly string[]): void {
    if (vendorId) return;
    const unreadable = deps.webhookEvents.filter(
      ({ name, admin }) => admin && wantsEvent(events, name) && !ctx.permissions.has(admin.permission),
    );
    if (unreadable.length === 0) return;
    const permissions = new Set(unreadable.flatMap(({ admin }) => (admin ? [admin.permission] : [])));
    throw outboundWebhooksErrors.eventsNotReadable({
      events: unreadable.map(({ name }) => name).join(', '),
      permissions: [...permissions].sort().join(', '),
    });
  }

  /** Every superAdmin is notified of what leaves the platform, and where to. */
  async function notify(tx: Tx, ctx: Context, what: string, endpoint: EndpointRow): Promise<void> {
    if (endpoint.vendorId) return;
    const { url, events } = endpoint;
    await mailRights(tx, ctx, { whom: url, what: `webhook endpoint ${what}, events ${events.join(', ')}` });
  }

  async function lock(tx: Tx, owner: EndpointOwner, id: string): Promise<EndpointRow> {
    const endpoint = await endpoints.lock(tx, owner, id);
    if (!endpoint) throw notFound();
    return endpoint;
  }

  async function listed(tx: Tx, owner: EndpointOwner, id: string): Promise<EndpointView> {
    const endpoint = await endpoints.find(tx, owner, id);
    if (!endpoint) throw notFound();
    return view(endpoint);
  }

  /** As it is shown, its secrets masked. */
  function view(endpoint: ListedEndpoint): EndpointView {
    const {
      headersEncrypted,
      secretEncrypted: _secret,
      previousSecretEncrypted: _previous,
      ...rest
    } = endpoint;
    return { ...rest, headers: maskHeaders(readHeaders(keyring, headersEncrypted)) };
  }

  async function record(
    tx: Tx,
    ctx: Context,
    action: string,
    { id: entityId, vendorId }: Pick<EndpointRow, 'id' | 'vendorId'>,
    values: { before?: object; after?: object } = {},
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'webhookEndpoint', entityId, action, vendorId, ...values }]);
  }

  return {
    async list(owner: EndpointOwner, query: ListQuery): Promise<Page<EndpointView>> {
      const page = await endpoints.list(owner, query);
      return { ...page, rows: page.rows.map(view) };
    },

    /** @throws AppError NOT_FOUND */
    async get(owner: EndpointOwner, id: string): Promise<EndpointView> {
      const endpoint = await endpoints.find(knex, owner, id);
      if (!endpoint) throw notFound();
      return view(endpoint);
    },

    /** @returns with the secret, which is not shown again. @throws AppError CONFLICT beyond the limit, and for a URL twice */
    create: (ctx: Context, owner: EndpointOwner, input: EndpointInput) => {
      check(owner, input);
      assertMayRead(ctx, owner, input.events);
      const { headers = {}, description = null, ...fields } = input;
      const limit = owner.vendorId ? limits.vendor : limits.platform;
      const secret = newWebhookSecret();
      return unitOfWork.run(ctx, async (tx) => {
        if ((await endpoints.count(tx, owner)) >= limit) throw outboundWebhooksErrors.tooMany({ limit });
        const created = await endpoints.insert(tx, {
          ...owner,
          ...fields,
          description,
          createdAt: ctx.now,
          updatedAt: ctx.now,
          headersEncrypted: storedHeaders(keyring, headers, {}),
          secretEncrypted: keyring.encrypt(secret),
        });
        await record(tx, ctx, 'create', created, {
          after: { ...fields, description, headers: maskHeaders(headers) },
        });
        await notify(tx, ctx, 'created', created);
        return { endpoint: view({ ...created, held: 0, oldestDueAt: null }), secret };
      });
    },

    /** @throws AppError NOT_FOUND, CONFLICT for a URL twice */
    update: (ctx: Context, owner: EndpointOwner, id: string, input: EndpointPatch): Promise<EndpointView> => {
      check(owner, input);
      const { headers, enabled, ...fields } = input;
      return unitOfWork.run(ctx, async (tx) => {
        const endpoint = await lock(tx, owner, id);
        const after = changedFields(endpoint, fields as Partial<EndpointRow>);
        const before = fieldsBefore(endpoint, after);
        const known = readHeaders(keyring, endpoint.headersEncrypted);
        const encrypted = headers && { headersEncrypted: storedHeaders(keyring, headers, known) };
        if (encrypted || Object.keys(after).length > 0) {
          if (after.url !== undefined || after.events !== undefined) {
            assertMayRead(ctx, owner, after.events ?? endpoint.events);
            await notify(tx, ctx, 'changed', { ...endpoint, ...after });
          }
          await endpoints.update(tx, id, { ...after, ...encrypted, updatedAt: ctx.now });
          await record(tx, ctx, 'update', endpoint, {
            before: { ...before, ...(headers && { headers: maskHeaders(known) }) },
            after: { ...after, ...(headers && { headers: maskHeaders(headers) }) },
          });
        }
        if (enabled === false && (await endpoints.disable(tx, id, 'manual', ctx.now)))
          await record(tx, ctx, 'disable', endpoint, {
            before: { state: 'enabled' },
            after: { state: 'disabled', disabledReason: 'manual' },
          });
        return listed(tx, owner, id);
      });
    },

    /** Its deliveries are no longer sent, and are deleted with it. @throws AppError NOT_FOUND */
    delete: (ctx: Context, owner: EndpointOwner, id: string): Promise<EndpointView> =>
      unitOfWork.run(ctx, async (tx) => {
        const endpoint = await lock(tx, owner, id);
        const before = await listed(tx, owner, id);
        await endpoints.markDeleted(tx, id, ctx.now);
        await record(tx, ctx, 'delete', endpoint, { before: { url: endpoint.url, events: endpoint.events } });
        return before;
      }),

    /** The secret that there was signs beside the new one for a day. @throws AppError NOT_FOUND */
    rotateSecret: (ctx: Context, owner: EndpointOwner, id: string) => {
      const secret = newWebhookSecret();
      return unitOfWork.run(ctx, async (tx) => {
        const endpoint = await lock(tx, owner, id);
        await endpoints.update(tx, id, {
          secretEncrypted: keyring.encrypt(secret),
          previousSecretEncrypted: endpoint.secretEncrypted,
          previousSecretUntil: new Date(ctx.now.getTime() + ROTATION_MS),
          updatedAt: ctx.now,
        });
        await record(tx, ctx, 'rotateSecret', endpoint);
        await notify(tx, ctx, 'has a new secret', endpoint);
        return { endpoint: await listed(tx, owner, id), secret };
      });
    },

    /** Enables it, and sends what was held or drops it. @throws AppError NOT_FOUND, CONFLICT when it is enabled */
    enable: (ctx: Context, owner: EndpointOwner, id: string, held: 'send' | 'drop'): Promise<EndpointView> =>
      unitOfWork.run(ctx, async (tx) => {
        const endpoint = await lock(tx, owner, id);
        if (endpoint.state === 'enabled') throw outboundWebhooksErrors.alreadyEnabled();
        await endpoints.update(tx, id, {
          state: 'enabled',
          disabledReason: null,
          disabledAt: null,
          failures: 0,
          failingSince: null,
          droppedEvents: 0,
          updatedAt: ctx.now,
        });
        await messages.trimHeld(tx, id, new Date(ctx.now.getTime() - HELD_MS));
        const count = await (held === 'send'
          ? deliveries.releaseHeld(tx, id, ctx.now)
          : deliveries.dropHeld(tx, id));
        await record(tx, ctx, 'enable', endpoint, {
          before: { state: endpoint.state, disabledReason: endpoint.disabledReason },
          after: { state: 'enabled', held, count },
        });
        return listed(tx, owner, id);
      }),

    /** Sends an event that says nothing, through the queue. @returns the id of its delivery */
    test: (ctx: Context, owner: EndpointOwner, id: string): Promise<string> =>
      unitOfWork.run(ctx, async (tx) => {
        const endpoint = await lock(tx, owner, id);
        if (endpoint.state !== 'enabled') throw outboundWebhooksErrors.disabled();
        const [revision = 0] = await messages.nextRevisions(tx, 1);
        const body = messageBody({
          type: TEST_EVENT,
          timestamp: ctx.now,
          revision,
          link: '',
          data: { endpointId: id },
        });
        const messageId = newId();
        await messages.insertAll(tx, [
          {
            id: messageId,
            sourceId: messageId,
            event: TEST_EVENT,
            vendorId: endpoint.vendorId,
            entityId: id,
            body,
            createdAt: ctx.now,
            endpointIds: [id],
          },
        ]);
        await record(tx, ctx, 'test', endpoint);
        return deliveries.idOf(tx, messageId, id);
      }),
  };
}

export type WebhookEndpointsService = ReturnType<typeof createWebhookEndpointsService>;
