import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { broadcastCounters } from '#domain/campaigns/broadcast.js';
import { createSession, createUser } from '../../../_support/accounts.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures, Flow } from '../flow.js';

const PEOPLE = 6;

/** An operator sends broadcasts to a few people each, and pauses, resumes and cancels some of them. */
export function createFlow(): Flow {
  let admin = '';
  const people: string[] = [];
  /** What each broadcast has to have become. */
  const expected = new Map<string, 'sent' | 'sent or cancelled'>();

  return {
    name: 'campaigns',
    clients: 1,
    pauseMs: 1_000,
    points: ['send a broadcast', 'pause a broadcast', 'resume a broadcast', 'cancel a broadcast'],
    rest: {
      'broadcasts under way': `campaigns_broadcasts where status in ('scheduled', 'sending')`,
      'recipients in hand': `campaigns_recipients where state = 'sending'`,
    },

    // Recipients who are put off wait for five minutes, and their broadcast with them.
    async hasten({ container: { knex, gateway } }) {
      const rows = (await knex('campaigns_recipients')
        .where({ state: 'queued' })
        .where('notBefore', '>', knex.fn.now())
        .update({ notBefore: null })
        .returning('broadcastId')) as { broadcastId: string }[];
      for (const id of new Set(rows.map(({ broadcastId }) => broadcastId)))
        await gateway.client.workflow
          .getHandle(`campaigns-broadcast-${id}`)
          .signal('changed')
          .catch(() => undefined);
    },

    async prepare({ container, api }) {
      admin = (await createSession(container, { roles: ['superAdmin'] })).token;
      for (let index = 0; index < PEOPLE; index += 1) people.push((await createUser(container)).userId);
      // So slow that a broadcast lasts for some seconds.
      const body = { 'email.campaign_rate_per_second': 2 };
      await api.as(admin).call('PATCH', '/admin/settings/admin', { body });
    },

    async round({ api, points }, random) {
      const http = api.as(admin);
      const act = async (verb: string, id: string): Promise<void> => {
        points.reach(`${verb} a broadcast`);
        await http.call('POST', `/admin/campaigns/broadcasts/${id}/${verb}`, { accept: [409] });
      };
      points.reach('send a broadcast');
      const { data } = (
        await http.call<{ broadcastId: string }>('POST', '/admin/campaigns/send', {
          headers: { 'idempotency-key': randomUUID() },
          body: {
            subject: 'For {{customer_name}}',
            previewText: 'News',
            blocks: [{ type: 'text', text: 'Hello' }],
            audience: { type: 'user_ids', userIds: random.shuffle(people).slice(0, random.int(1, PEOPLE)) },
          },
        })
      ).body;
      const id = data.broadcastId;
      expected.set(id, 'sent');
      await sleep(random.int(0, 2_000));
      if (random.chance(0.5)) {
        await act('pause', id);
        await sleep(random.int(0, 1_000));
        await act('resume', id);
      }
      if (random.chance(0.3)) {
        expected.set(id, 'sent or cancelled');
        await act('cancel', id);
      }
    },

    async check({ container: { knex }, inbox }) {
      const broadcasts = (await knex('campaigns_broadcasts').select('id', 'status', 'reason')) as {
        id: string;
        status: string;
        reason: string | null;
      }[];
      const status = new Map(broadcasts.map((row) => [row.id, row]));
      const odd = [...expected].filter(
        ([id, wanted]) => !wanted.split(' or ').includes(status.get(id)?.status ?? ''),
      );
      const recipients = (await knex('campaigns_recipients').select('id', 'state')) as {
        id: string;
        state: string;
      }[];
      const arrivals = inbox.arrivals();
      const problems = recipients.flatMap(({ id, state }) => {
        const times = arrivals.get(id) ?? 0;
        if (times > 1) return [`recipient ${id} got ${times} mails`];
        if (state === 'sent' && times === 0) return [`recipient ${id} counts as sent and got no mail`];
        return times === 1 && !['sent', 'unclear'].includes(state)
          ? [`recipient ${id} is ${state} and got a mail`]
          : [];
      });
      return [
        finding(
          'every broadcast has ended as it was told to',
          expected.size,
          odd.map(
            ([id, wanted]) =>
              `broadcast ${id} is ${status.get(id)?.status} (${status.get(id)?.reason}), not ${wanted}`,
          ),
        ),
        finding(
          'no recipient of a broadcast got two mails, and each that counts as sent got one',
          recipients.length,
          problems,
        ),
      ];
    },

    invariants: async (fixtures) => [await countersAddUp(fixtures)],
  };
}

/** The counters of every broadcast are the sums of its rows. */
async function countersAddUp({ container: { knex } }: Fixtures): Promise<Finding> {
  const sums = broadcastCounters.map((name) => {
    const condition =
      name === 'unsubscribed'
        ? 'r.unsubscribed_at is not null'
        : ['delivered', 'bounced', 'complained'].includes(name)
          ? `r.delivery_status = '${name}'`
          : `r.state = '${name}'`;
    return `count(r.id) filter (where ${condition}) = b.${name}`;
  });
  const { rows } = await knex.raw<{ rows: { id: string; right: boolean }[] }>(
    `select b.id, (${sums.join(' and ')}) as "right" from campaigns_broadcasts b
     left join campaigns_recipients r on r.broadcast_id = b.id group by b.id`,
  );
  const wrong = rows.filter((row) => !row.right).map(({ id }) => `broadcast ${id}`);
  return finding('the counters of broadcasts are the sums of their rows', rows.length, wrong, {
    mayBeEmpty: true,
  });
}
