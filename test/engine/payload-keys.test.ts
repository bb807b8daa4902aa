import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultPayloadConverter } from '@temporalio/common';
import { createPayloadCodec } from '#integrations/engine/payload-codec.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { ConfigError, parseConfig } from '#lib/config.js';
import { runWorkers } from '#runtime/run-workers.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { installRuntime } from '../_support/engine-runtime.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const key = () => randomBytes(32).toString('base64');
const [first, second] = [key(), key()];

const codec = (current: string | undefined, ...accepted: string[]) => {
  const made = createPayloadCodec({
    TEMPORAL_PAYLOAD_KEY: current,
    TEMPORAL_PAYLOAD_KEYS_ACCEPTED: accepted,
  });
  if (!made) throw new Error('no codec');
  return made;
};
const payload = defaultPayloadConverter.toPayload({ orderId: 'o-1' });

describe('payloads', () => {
  it('name their key, and are read with it whichever is current', async () => {
    const [old] = await codec(first).encode([payload]);
    const [fresh] = await codec(second, first).encode([payload]);
    if (!old || !fresh) throw new Error('nothing was encoded');
    const plain = Buffer.from(payload.data ?? []).toString();
    expect(plain).toContain('o-1');
    for (const item of [old, fresh])
      expect(Buffer.from(item.data ?? []).toString('latin1')).not.toContain('o-1');
    expect(await codec(second, first).decode([old, fresh, payload])).toEqual(
      [payload, payload, payload].map((item) => expect.objectContaining({ data: item.data })),
    );
    // Encryption is turned off the same way: nothing is encrypted any more, what is can be read.
    expect(await codec(undefined, first).encode([payload])).toEqual([payload]);
    expect(await codec(undefined, first).decode([old])).toEqual([
      expect.objectContaining({ data: payload.data }),
    ]);
  });

  it('of a key that is gone are refused by its id, which says nothing of it', async () => {
    const [old] = await codec(first).encode([payload]);
    if (!old) throw new Error('nothing was encoded');
    await expect(codec(second).decode([old])).rejects.toThrow(
      /encrypted with the key [0-9a-f]{12}, which is neither/,
    );
    expect(
      createPayloadCodec({ TEMPORAL_PAYLOAD_KEY: undefined, TEMPORAL_PAYLOAD_KEYS_ACCEPTED: [] }),
    ).toBeUndefined();
  });

  it('that name none are opened by the key that fits', async () => {
    const [old] = await codec(first).encode([payload]);
    const nameless = { data: old?.data, metadata: { encoding: Buffer.from('binary/encrypted') } };
    expect(await codec(second, key(), first).decode([nameless])).toEqual([
      expect.objectContaining({ data: payload.data }),
    ]);
    await expect(codec(second, key()).decode([nameless])).rejects.toThrow(
      /encrypted with a key, which is neither/,
    );
  });

  it('have keys of 32 bytes, each', () => {
    const parse = (value: string) => parseConfig({ TEMPORAL_PAYLOAD_KEYS_ACCEPTED: value });
    expect(parse(`${first}, ${second}`).TEMPORAL_PAYLOAD_KEYS_ACCEPTED).toEqual([first, second]);
    expect(() => parse(`${first},short`)).toThrow(ConfigError);
  });
});

describe('the key is changed while a run is open', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    installRuntime();
    platform = await startPlatform({ environment: { TEMPORAL_PAYLOAD_KEY: first } });
  });
  afterAll(() => platform.stop());

  it('and the next workers, with the new key, finish it', async () => {
    const { container, http } = platform;
    const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
    const order = await createConfirmedOrder(container, { vendors: [{}] });
    // Started by the old API; no worker is there yet, so that it stands as it was written.
    await admin.post(`/admin/orders/${order.orderId}/invoice/generate`);
    const workflowId = `invoices-render-${order.subOrders[0]?.subOrderId}`;
    const config = {
      ...container.config,
      TEMPORAL_PAYLOAD_KEY: second,
      TEMPORAL_PAYLOAD_KEYS_ACCEPTED: [first],
    };
    await eventually(async () => {
      expect((await container.gateway.client.workflow.getHandle(workflowId).describe()).status.name).toBe(
        'RUNNING',
      );
    });
    const workers = await runWorkers({ ...container, config }, ['core', 'documents', 'relay']);
    try {
      await eventually(async () => {
        const [row] = (await container.knex('invoices').where({ orderId: order.orderId })) as {
          status: string;
        }[];
        expect(row?.status).toBe('ready');
      });
      const { client, close } = createTemporalClient(config);
      await eventually(async () => {
        expect((await client.workflow.getHandle(workflowId).describe()).status.name).toBe('COMPLETED');
      });
      await close();
    } finally {
      await workers.stop();
    }
  });
});
