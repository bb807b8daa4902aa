import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { carrierConfigPatchSchema } from '#api/shipping/shipping.schemas.js';
import { carrierValueSchemas } from '#domain/shipping/shipping.settings.js';

/** The reference's own words, as a client reads them. */
const reference = readFileSync(join(import.meta.dirname, '..', '..', 'openapi.json'), 'utf8');
const [, documented = ''] = /"pickupEmail":\s*(\{[^}]*"maxLength":\s*200[^}]*\})/.exec(reference) ?? [];

it('pickupEmail takes whatever its schema in the reference allows, in the request and in the setting', () => {
  expect(JSON.parse(documented)).toMatchObject({ format: 'email', maxLength: 200 });
  fc.assert(
    fc.property(
      fc.emailAddress({ size: 'medium' }).filter((text) => text.length <= 200 && text.indexOf('@') <= 64),
      (pickupEmail) => {
        expect(carrierConfigPatchSchema.parse({ pickupEmail })).toEqual({ pickupEmail });
        expect(carrierValueSchemas.pickupEmail.parse(pickupEmail)).toBe(pickupEmail);
      },
    ),
    { numRuns: 500 },
  );
});
