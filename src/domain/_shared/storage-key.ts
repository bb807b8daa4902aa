const MAX_KEY_LENGTH = 512;

/** Beginning with a letter or digit, a segment can be neither `..` nor a hidden file. */
const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Whether text can be a key: segments of letters, digits, dots, hyphens and underscores with slashes between, at
 * most 512 characters. Such a key is the same in a URL, in S3 and as a path in any file system. No key may be a
 * folder of another one (`a` and `a/b`), which S3 would allow but directories do not.
 */
export function isStorageKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && text.split('/').every((part) => segment.test(part));
}
