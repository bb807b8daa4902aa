import type { EndpointsRepository } from '#db/outbound-webhooks/endpoints.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { type Phrase, phrase } from '#domain/mail/phrase.js';
import type { DisabledReason } from '#domain/outbound-webhooks/endpoint.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';

const reasons: Record<Exclude<DisabledReason, 'manual'>, Phrase> = {
  failures: phrase('webhook.failures'),
  gone: phrase('webhook.gone'),
};

type Deps = Pick<Platform, 'audit' | 'mail' | 'settings' | 'config'>;

/**
 * Disables an endpoint whose deliveries fail: what is still to be sent is held, the contact gets a mail, and the audit log an
 * entry. A second call changes nothing.
 */
export function createEndpointDisabling(
  { audit, mail, settings, config }: Deps,
  endpoints: EndpointsRepository,
) {
  return async (
    tx: Tx,
    ctx: Context,
    id: string,
    reason: Exclude<DisabledReason, 'manual'>,
  ): Promise<boolean> => {
    const endpoint = await endpoints.lockAny(tx, id);
    if (!endpoint || !(await endpoints.disable(tx, id, reason, ctx.now))) return false;
    const { vendorId, url, contactEmail, lastError } = endpoint;
    await audit.record(tx, ctx, [
      {
        entity: 'webhookEndpoint',
        entityId: id,
        action: 'disable',
        vendorId,
        before: { state: 'enabled' },
        after: { state: 'disabled', disabledReason: reason },
      },
    ]);
    const panel = vendorId
      ? vendorPanelUrl(settings, `webhooks/${id}`)
      : config.PUBLIC_ADMIN_URL && `${config.PUBLIC_ADMIN_URL}/admin/webhooks/${id}`;
    await mail.enqueue(tx, ctx, {
      template: 'webhook.endpoint_disabled',
      to: contactEmail,
      role: vendorId ? 'vendor_member' : 'admin',
      variables: {
        endpointId: id,
        endpointUrl: url,
        reason: reasons[reason],
        lastError: lastError ?? '',
        dashboardUrl: panel ?? '',
      },
      dedupeKey: `webhook.endpoint_disabled:${id}:${newId()}`,
    });
    return true;
  };
}

export type EndpointDisabling = ReturnType<typeof createEndpointDisabling>;
