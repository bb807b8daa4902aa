/** Where a picture is shown from: a URL as it is, a storage key by the address of media. */
export function pictureUrl(location: string | null | undefined): string | null {
  if (!location) return null;
  return /^https?:\/\//.test(location) ? location : `/media/${location}`;
}
