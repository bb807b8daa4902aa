import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { migrateUp } from '#db/kernel/migrate.js';
import { readReleases, releasedNames } from '../../scripts/release/released-migrations.js';
import { loadRows } from '../../scripts/release/stored-rows.js';
import { adminQuery, provided } from '../_support/database.js';
import { startTourShop } from '../readme/tour-shop.js';

const folder = join(import.meta.dirname, '..', '..', 'migrations');
const releases = readReleases(folder);
const version = releases.at(-1)?.version;
const name = `released_${randomBytes(6).toString('hex')}`;

afterAll(async () => {
  await adminQuery(`drop database if exists ${name} with (force)`);
});

describe(`a database of the last release${version ? ` (${version})` : ''}`, () => {
  if (version === undefined) {
    it.skip('nothing is released yet: there is no database to bring up to date', () => undefined);
    return;
  }
  it('is brought up to date with its rows, and the tour of the README runs in it', async () => {
    await adminQuery(`create database ${name}`);
    const url = new URL(provided('TEST_DATABASE_ADMIN_URL'));
    url.pathname = `/${name}`;
    const names = releasedNames(releases);
    expect(await migrateUp(url.href, names)).toEqual(names);
    await loadRows(url.href, readFileSync(join(folder, 'released-rows.json.gz')));
    await migrateUp(url.href);

    // What the platform of this test copies its database from.
    process.env['TEST_TEMPLATE_DATABASE'] = name;
    const { takeTour, stop } = await startTourShop();
    try {
      await takeTour();
    } finally {
      await stop();
    }
  });
});
