import {
  createJsonClient,
  HttpCallError,
  type JsonClient,
  type PayoutProvider,
  type PayoutSettings,
  type ProviderState,
  type ProviderTransfer,
  type TransferInput,
  TransferRefusedError,
} from 'haat/plugin';
import { type RazorpayxAccount, type RazorpayxCredentials } from './razorpayx-account.js';
import { readRazorpayxWebhook } from './razorpayx-webhook.js';
import {
  razorpayxContact,
  razorpayxError,
  razorpayxFundAccount,
  type RazorpayxPayout,
  razorpayxPayout,
  razorpayxPayoutList,
} from './razorpayx.schemas.js';

/** "The amount must be at least INR 1.00". */
const MINIMUM_AMOUNT = 100;
/** Longest texts of the service: name of a contact, narration on the statement of the beneficiary. */
const NAME_LENGTH = 50;
const NARRATION_LENGTH = 30;
/** IMPS carries five lakh at most; NEFT any amount. */
const IMPS_LIMIT = 5_00_000_00;

/** States that are final; all others, new ones included, are on their way. */
const finalStates: Readonly<Record<string, ProviderState>> = {
  processed: 'processed',
  reversed: 'reversed',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
};

/** Words that the service takes in names and narrations: others are refused. */
function plain(text: string, length: number): string {
  return text
    .replaceAll(/[^A-Za-z0-9 ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .trim();
}

function transferOf(payout: RazorpayxPayout): ProviderTransfer {
  const { id, status, amount, utr, status_details: details, failure_reason: failure } = payout;
  const state = finalStates[status] ?? 'initiated';
  const reason = details?.description || failure || (state === 'failed' ? `The payout was ${status}` : null);
  return {
    providerTransferId: id,
    state,
    amount,
    bankReference: utr || null,
    reason: state === 'failed' || state === 'reversed' ? reason : null,
  };
}

/** What a refusal is about: this transfer, or our account, which would refuse any other as well. */
function refusedTransfer(error: unknown): error is HttpCallError {
  if (!(error instanceof HttpCallError) || error.status !== 400) return false;
  const { field, description = '' } = razorpayxError.safeParse(error.body).data?.error ?? {};
  return field !== 'account_number' && !/idempotency/i.test(description);
}

/** Payouts to bank accounts: a contact and a fund account for each vendor, and a payout under our reference. */
export function createRazorpayxProvider(account: RazorpayxAccount): PayoutProvider {
  const { id, label, forDevelopment } = account;

  function connect(settings: PayoutSettings): { client: JsonClient; credentials: RazorpayxCredentials } {
    const credentials = account.credentials(settings);
    if (!credentials) throw new Error(`The settings of ${label} are incomplete`);
    const { keyId, keySecret } = credentials;
    const basic = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
    const client = createJsonClient({
      baseUrl: `${account.apiUrl.replace(/\/+$/, '')}/v1`,
      headers: { authorization: `Basic ${basic}` },
      secrets: [keySecret, basic],
      describeError: (body) => razorpayxError.safeParse(body).data?.error.description,
    });
    return { client, credentials };
  }

  /** Contact and fund account: the service gives those that are there already for equal details. */
  async function fundAccountOf(client: JsonClient, input: TransferInput): Promise<string> {
    const { vendorId, vendorName, account: bank, signal } = input;
    const name = plain(bank.accountHolder, NAME_LENGTH) || plain(vendorName, NAME_LENGTH) || 'Vendor';
    const contact = await client.call({
      method: 'POST',
      path: '/contacts',
      response: razorpayxContact,
      signal,
      json: { name, type: 'vendor', reference_id: vendorId },
    });
    const fundAccount = await client.call({
      method: 'POST',
      path: '/fund_accounts',
      response: razorpayxFundAccount,
      signal,
      json: {
        contact_id: contact.data.id,
        account_type: 'bank_account',
        bank_account: { name, ifsc: bank.ifsc, account_number: bank.accountNumber },
      },
    });
    return fundAccount.data.id;
  }

  async function create(input: TransferInput): Promise<ProviderTransfer> {
    const { client, credentials } = connect(input.settings);
    const { reference, amount, currency, purpose, signal } = input;
    const fundAccountId = await fundAccountOf(client, input);
    const { data } = await client.call({
      method: 'POST',
      path: '/payouts',
      response: razorpayxPayout,
      signal,
      headers: { 'x-payout-idempotency': reference },
      // Built from the input alone: the same key with another body is refused.
      json: {
        account_number: credentials.accountNumber,
        fund_account_id: fundAccountId,
        amount,
        currency,
        mode: amount <= IMPS_LIMIT ? 'IMPS' : 'NEFT',
        purpose: 'payout',
        // Without funds it waits, in place of a failure that frees its entries.
        queue_if_low_balance: true,
        reference_id: reference,
        narration: plain(purpose === 'test' ? 'Account test' : 'Vendor payout', NARRATION_LENGTH),
      },
      // "The first call with this key is still running."
      retryableStatuses: [409],
    });
    return transferOf(data);
  }

  return {
    id,
    label,
    forDevelopment,
    minimumAmount: () => MINIMUM_AMOUNT,
    configured: (settings) =>
      account.credentials(settings) !== null && account.webhookSecrets(settings).length > 0,

    // Not the key: it may be regenerated for the same account.
    sendingAccount: (settings) => connect(settings).credentials.accountNumber,

    async createTransfer(input) {
      try {
        return await create(input);
      } catch (error) {
        if (refusedTransfer(error)) throw new TransferRefusedError(error.reason, { cause: error });
        throw error;
      }
    },

    async findTransfer({ settings, reference, signal }) {
      const { client, credentials } = connect(settings);
      const { data } = await client.call({
        method: 'GET',
        path: '/payouts',
        response: razorpayxPayoutList,
        signal,
        query: { account_number: credentials.accountNumber, reference_id: reference, count: 10 },
      });
      const found = data.items.filter((item) => item.reference_id === reference);
      // Two would be money sent twice: no state of one may hide the other.
      if (found.length > 1) throw new Error(`The provider has ${found.length} payouts under one reference`);
      return found[0] ? transferOf(found[0]) : null;
    },

    verifyWebhook: (input) => readRazorpayxWebhook(input, account.webhookSecrets(input.settings)),
  };
}
