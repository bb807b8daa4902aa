import { describe, expect, test } from '@jest/globals';
import { resolveSettings } from '../../scripts/supervisor/settings.mjs';

describe('what npm start makes of the environment', () => {
  test('without variables every part is embedded and the ports are the documented ones', () => {
    const { ports, embedded, childEnv } = resolveSettings({});
    expect(ports).toEqual({
      api: 4000,
      postgres: 54_329,
      temporal: 7243,
      temporalUi: 8243,
      smtp: 4025,
      inbox: 4080,
      sandboxes: 4100,
      carrier: 4101,
      merchant: 4102,
      social: 4103,
      webhooks: 4104,
      typesense: 8108,
      typesensePeering: 8107,
      shop: 4200,
      apiMetrics: 4091,
      workerMetrics: 4092,
    });
    expect(embedded).toEqual({ postgres: true, temporal: true, mail: true, typesense: false });
    expect(childEnv).not.toHaveProperty('TYPESENSE_URL');
    expect(childEnv).toMatchObject({
      DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1:54329/haat',
      TEMPORAL_ADDRESS: '127.0.0.1:7243',
      TEMPORAL_NAMESPACE: 'haat',
      TEMPORAL_UI_URL: 'http://localhost:8243',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '4025',
      PAYMENT_SANDBOX_URL: 'http://127.0.0.1:4100',
      PUBLIC_API_BASE_URL: 'http://localhost:4000',
      STORAGE_DIR: expect.stringMatching(/\/\.data\/storage$/),
    });
  });

  test('a configured part is used as it is, and its ports are left alone', () => {
    const { embedded, usedPorts, childEnv } = resolveSettings({
      DATABASE_URL: 'postgres://me@db/shop',
      TEMPORAL_ADDRESS: 'engine:7233',
      SMTP_HOST: 'mail.example.com',
    });
    expect(embedded).toEqual({ postgres: false, temporal: false, mail: false, typesense: false });
    expect(usedPorts).not.toEqual(expect.arrayContaining(['postgres']));
    expect(usedPorts).not.toEqual(expect.arrayContaining(['temporal']));
    expect(childEnv).toMatchObject({
      DATABASE_URL: 'postgres://me@db/shop',
      TEMPORAL_ADDRESS: 'engine:7233',
      SMTP_HOST: 'mail.example.com',
    });
    expect(childEnv).not.toHaveProperty('TEMPORAL_UI_URL');
    expect(childEnv).not.toHaveProperty('SMTP_PORT');
  });

  test('a Typesense server of its own is a part, with its ports and its key', () => {
    const { embedded, usedPorts, childEnv } = resolveSettings(
      { TYPESENSE_PORT: '8208' },
      { typesense: true },
    );
    expect(embedded.typesense).toBe(true);
    expect(usedPorts).toEqual(expect.arrayContaining(['typesense', 'typesensePeering']));
    expect(childEnv).toMatchObject({
      TYPESENSE_URL: 'http://127.0.0.1:8208',
      TYPESENSE_API_KEY: 'typesense',
    });
  });

  test('an empty variable means not set', () => {
    expect(resolveSettings({ DATABASE_URL: '', PORT: '' })).toMatchObject({
      embedded: { postgres: true },
      ports: { api: 4000 },
    });
  });

  test('addresses follow the ports', () => {
    const { childEnv } = resolveSettings({ PORT: '5000', POSTGRES_PORT: '5001', SANDBOX_PORT: '5002' });
    expect(childEnv).toMatchObject({
      PORT: '5000',
      PUBLIC_API_BASE_URL: 'http://localhost:5000',
      DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1:5001/haat',
      PAYMENT_SANDBOX_URL: 'http://127.0.0.1:5002',
    });
  });

  test.each(['abc', '0', '65536', '40.5', '-1'])('a port of %s is refused by name', (value) => {
    expect(() => resolveSettings({ SMTP_CATCHER_PORT: value })).toThrow(
      'SMTP_CATCHER_PORT must be a port number between 1 and 65535.',
    );
  });

  test('two parts cannot want one port', () => {
    expect(() => resolveSettings({ PORT: '4100' })).toThrow(/4100 is wanted by both PORT and SANDBOX_PORT/);
  });
});
