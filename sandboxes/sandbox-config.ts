import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

const schema = z.object({
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  /** The payment gateway. */
  SANDBOX_PORT: port(4100),
  /** The carrier aggregator. */
  CARRIER_SANDBOX_PORT: port(4101),
  /** The merchant account service. */
  MERCHANT_SANDBOX_PORT: port(4102),
  /** The social catalog. */
  SOCIAL_SANDBOX_PORT: port(4103),
  /** The receiver of webhooks. */
  WEBHOOK_SANDBOX_PORT: port(4104),
  SMTP_CATCHER_PORT: port(4025),
  MAIL_INBOX_PORT: port(4080),
  /** Where webhooks are sent. */
  PUBLIC_API_BASE_URL: z.url().default('http://127.0.0.1:4000'),
  PAYMENT_SANDBOX_SECRET: z.string().min(8).default('sandbox-webhook-secret'),
  /** Signs the carrier's webhooks, as the seeded accounts expect them. */
  CARRIER_SANDBOX_SECRET: z.string().min(32).default('carrier-sandbox-webhook-secret-0000'),
  /** Of the OAuth client of the merchant feed. */
  MERCHANT_SANDBOX_SECRET: z.string().min(8).default('merchant-sandbox-client-secret-0000'),
  /** Of the app of the social catalog. */
  SOCIAL_SANDBOX_SECRET: z.string().min(8).default('social-sandbox-app-secret-0000'),
  /** Keeps the gateway's books across restarts; in memory when unset. */
  SANDBOX_DATA_DIR: z.string().min(1).optional(),
  /** Set by the supervisor: the process ends when its standard input does. */
  HAAT_PARENT_PIPE: z.stringbool().default(false),
});

export type SandboxConfig = z.infer<typeof schema>;

/** @throws Error with one readable line naming each bad variable. */
export function parseSandboxConfig(environment: Record<string, string | undefined>): SandboxConfig {
  // An empty variable means "not set", as everywhere in the platform.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuration refused: ${lines.join('; ')}`);
}
