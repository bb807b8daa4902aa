import { describe, expect, it } from '@jest/globals';
import { copySlugBase, copySlugs, copyTitle } from '#domain/content-pages/page-copies.js';

describe('slugs of copies', () => {
  it('begin their series with -copy and skip what is held', () => {
    expect(copySlugs(['about'], [])).toEqual(['about-copy']);
    expect(copySlugs(['about'], ['about-copy', 'about-copy-2'])).toEqual(['about-copy-3']);
    expect(copySlugs(['about'], ['about-copy-2'])).toEqual(['about-copy']);
    expect(copySlugs(['about-copy'], ['about-copy'])).toEqual(['about-copy-copy']);
  });

  it('differ from each other and stay within 255 characters', () => {
    const long = (end: string) => `${'a'.repeat(250)}${end}`;
    const slugs = copySlugs([long('-one'), long('-two')], []);
    expect(new Set(slugs).size).toBe(2);
    expect(slugs.every((slug) => slug.length <= 255 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toBe(true);
  });

  it('never end in a hyphen where they are cut', () => {
    expect(copySlugBase(`${'a'.repeat(242)}-bcdefghijkl`)).toBe(`${'a'.repeat(242)}-copy`);
  });
});

it('the title of a copy says so, within 255 characters', () => {
  expect(copyTitle('About')).toBe('About (copy)');
  expect(copyTitle('x'.repeat(255))).toHaveLength(255);
});
