/** Two labels at least, and no top-level domain of digits alone: that would be an IP address. */
const ASCII_DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * The domain of an e-mail address in ASCII and lower case (UTS 46); undefined for what is no domain. Made by `URL`, so that
 * workflows can use it; what would mean something else in a URL is refused first.
 */
export function asciiDomain(domain: string): string | undefined {
  if (/[\s/\\?#@:%[\]]/.test(domain)) return undefined;
  const url = `http://${domain}`;
  if (!URL.canParse(url)) return undefined;
  const ascii = new URL(url).hostname;
  return ASCII_DOMAIN.test(ascii) ? ascii : undefined;
}
