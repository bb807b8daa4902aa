import { describe, expect, it } from '@jest/globals';
import { pictureSchema } from '#api/kernel/values.js';
import { parseImageUrl } from '#domain/product-imports/cell-values.js';
import { pictureSetting } from '#domain/settings/picture.settings.js';
import { settingsRegistry } from '#domain/settings/registry.js';

const refused = [
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  'file:///etc/passwd',
  '//x.example/a',
  '/a',
  '../a',
];

describe('where a picture is', () => {
  it.each(['media/a.png', 'a', 'https://x.example/a.jpg', 'http://x.example/a.jpg'])('may be %s', (text) => {
    expect(pictureSchema().parse(text)).toBe(text);
  });

  it.each(refused)('may not be %s', (text) => {
    expect(pictureSchema().safeParse(text).success).toBe(false);
    expect(parseImageUrl(text).reason).toBeDefined();
  });

  it('is at most as long as asked for, written out too', () => {
    expect(pictureSchema(30).safeParse(`https://x.example/${'a'.repeat(13)}`).success).toBe(false);
    expect(pictureSchema().safeParse(`https://x.example/${'च'.repeat(1000)}`).success).toBe(false);
  });

  it('may be nothing in a setting', () => {
    expect(pictureSetting.parse('')).toBe('');
  });

  it.each([...settingsRegistry.values()].filter(({ key }) => /logo|image_url$/.test(key)))(
    'is checked in $key',
    ({ schema }) => {
      for (const text of refused) expect(schema.safeParse(text).success).toBe(false);
    },
  );
});
