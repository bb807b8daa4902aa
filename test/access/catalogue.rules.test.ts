import { describe, expect, test } from '@jest/globals';
import { accessPermissions } from '#domain/access/access.permissions.js';
import { builtInRoles, permissionsOfRole } from '#domain/access/built-in-roles.js';
import { allPermissions, permissionCatalogue } from '#domain/access/catalogue.js';
import { plannedPermissions } from '#domain/access/planned.permissions.js';
import { ordersPermissions } from '#domain/orders/orders.permissions.js';
import { taxonomyPermissions } from '#domain/taxonomy/taxonomy.permissions.js';

describe('the catalogue of permissions', () => {
  test('names are resource:action, each with a sentence', () => {
    for (const [name, sentence] of Object.entries(permissionCatalogue)) {
      expect(name).toMatch(/^[a-z][A-Za-z]*:[a-z][A-Za-z]*$/);
      expect(sentence.length).toBeGreaterThan(10);
    }
  });

  test('holds what features have and what is still to come, each once', () => {
    const tables = [accessPermissions, plannedPermissions, ordersPermissions, taxonomyPermissions];
    const names = tables.flatMap((table) => Object.keys(table));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(allPermissions).toContain(name);
  });

  test('admin holds everything but what hands out rights', () => {
    const missing = [...allPermissions].filter((name) => !builtInRoles['admin']?.has(name));
    expect(missing.sort()).toEqual(['adminSetting:secure', 'apiKey:manage', 'role:manage']);
    expect(builtInRoles['superAdmin']).toEqual(allPermissions);
  });

  test('a stored permission that no longer exists grants nothing, and nobody gets rights by a name', () => {
    const stale = permissionsOfRole({
      name: 'clerk',
      builtIn: false,
      permissions: ['order:view', 'order:teleport'],
    });
    expect([...stale]).toEqual(['order:view']);
    expect(permissionsOfRole({ name: 'superAdmin', builtIn: false, permissions: [] }).size).toBe(0);
  });
});
