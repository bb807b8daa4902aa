import { describe, expect, test } from '@jest/globals';
import type { Feature } from '#domain/_shared/feature.js';
import { builtInRoles, permissionsOfRole } from '#domain/access/built-in-roles.js';
import { allPermissions, permissionCatalogue } from '#domain/access/catalogue.js';
import { features } from '#domain/features.js';

describe('the catalogue of permissions', () => {
  test('names are resource:action, each with a sentence', () => {
    for (const [name, sentence] of Object.entries(permissionCatalogue)) {
      expect(name).toMatch(/^[a-z][A-Za-z]*:[a-z][A-Za-z]*$/);
      expect(sentence.length).toBeGreaterThan(10);
    }
  });

  test('holds what features have, each once', () => {
    const names = features.flatMap((feature: Feature) => Object.keys(feature.permissions ?? {}));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(names)).toEqual(allPermissions);
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
