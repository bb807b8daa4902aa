import type { PagePreview } from '#domain/content-pages/preview-link.js';
import { hmacSha256, equalSecrets } from '#lib/crypto.js';
import { isId } from '#lib/ids.js';

export interface PreviewTokens {
  /** The token of a preview, signed. It shows a draft to its holder, until it expires. */
  sign(preview: PagePreview): string;
  /** The page that a token shows; undefined once it has expired, and for one that was made up or changed. */
  read(token: string, now: Date): string | undefined;
}

/** Tokens of preview links: the id of the page, the second at which it expires, and the signature of both. */
export function createPreviewTokens(authSecret: string): PreviewTokens {
  const secret = hmacSha256('content pages: preview links', authSecret);
  const signature = (said: string) => hmacSha256(said, secret);

  return {
    sign({ pageId, expiresAt }) {
      const said = `${pageId}.${Math.floor(expiresAt.getTime() / 1_000)}`;
      return `${said}.${signature(said)}`;
    },
    read(token, now) {
      const [pageId = '', seconds = '', signed = '', ...rest] = token.split('.');
      if (rest.length > 0 || !isId(pageId) || !/^\d{1,12}$/.test(seconds)) return undefined;
      if (!equalSecrets(signed, signature(`${pageId}.${seconds}`))) return undefined;
      return Number(seconds) * 1_000 > now.getTime() ? pageId : undefined;
    },
  };
}
