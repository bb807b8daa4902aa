/** The settings of the shop, from its environment. */
export interface ShopSettings {
  port: number;
  host: string;
  /** Where the API is reached from here. */
  apiUrl: string;
  /** Address of the shop as its buyers know it, without a slash at its end. */
  url: string;
  /** Where the build has put scripts and styles. */
  assets: string;
}

export function readSettings(env: Record<string, string | undefined>, assets: string): ShopSettings {
  const port = Number(env['SHOP_PORT'] || 4200);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('SHOP_PORT must be a port number');
  return {
    port,
    host: env['SHOP_HOST'] || '127.0.0.1',
    apiUrl: trimmed(env['SHOP_API_URL'] || `http://127.0.0.1:${env['PORT'] || 4000}`),
    url: trimmed(env['SHOP_URL'] || `http://localhost:${port}`),
    assets,
  };
}

const trimmed = (url: string) => url.replace(/\/+$/, '');
