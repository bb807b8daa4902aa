import type {
  InvoiceLine,
  InvoiceSnapshot,
  InvoiceTemplateSettings,
} from '#domain/invoices/invoice-document.js';
import { sumOf } from '#domain/invoices/sum-of.js';

export interface LineInput {
  title?: string;
  sku?: string | null;
  hsnCode?: string | null;
  quantity?: number;
  unitPrice?: number;
  discount?: number;
  taxes?: { type: string; rate: number }[];
}

export type SnapshotInput = Partial<Omit<InvoiceSnapshot, 'lines' | 'totals'>> & { lines?: LineInput[] };

/** Half up, as an order computes each tax of each line. */
function taxOn(net: number, rate: number): number {
  return Math.floor((net * rate) / 100 + 0.5);
}

function makeLine(input: LineInput, pricesIncludeTax: boolean): InvoiceLine {
  const { quantity = 1, unitPrice = 149_900, discount = 0 } = input;
  const lineSubtotal = quantity * unitPrice;
  const net = lineSubtotal - discount;
  const rates = input.taxes ?? [{ type: 'GST', rate: 18 }];
  const allRates = sumOf(rates, (tax) => tax.rate);
  const base = pricesIncludeTax ? Math.round((net * 100) / (100 + allRates)) : net;
  const taxes = rates.map((tax) => ({ ...tax, amount: taxOn(base, tax.rate) }));
  const taxAmount = sumOf(taxes, (tax) => tax.amount);
  const taxableValue = pricesIncludeTax ? net - taxAmount : net;
  return {
    title: input.title ?? 'Handloom cotton saree, indigo',
    sku: input.sku === undefined ? 'SAR-IND-01' : input.sku,
    hsnCode: input.hsnCode === undefined ? '520811' : input.hsnCode,
    quantity,
    unitPrice,
    lineSubtotal,
    discount,
    taxableValue,
    taxes,
    total: taxableValue + taxAmount,
  };
}

/** A snapshot whose sums agree, from Bengaluru to Bengaluru unless told otherwise. */
export function makeSnapshot(input: SnapshotInput = {}): InvoiceSnapshot {
  const { lines: lineInputs = [{}], ...rest } = input;
  const pricesIncludeTax = input.pricesIncludeTax ?? false;
  const shipping = input.shipping ?? 0;
  const lines = lineInputs.map((line) => makeLine(line, pricesIncludeTax));
  const address = {
    name: 'Ananya Rao',
    phone: '+919845012345',
    line1: '14, 3rd Cross, Indiranagar',
    line2: 'HAL 2nd Stage',
    city: 'Bengaluru',
    stateCode: '29',
    postalCode: '560038',
    country: 'IN',
  };
  return {
    seller: {
      legalName: 'Kaveri Handlooms Private Limited',
      gstin: '29AAGCB7383J1Z4',
      stateCode: '29',
      address: {
        line1: 'Unit 7, Silk Exchange Building',
        line2: 'Avenue Road',
        city: 'Bengaluru',
        stateCode: '29',
        postalCode: '560002',
        country: 'IN',
      },
    },
    buyer: { name: 'Ananya Rao' },
    billingAddress: address,
    shippingAddress: address,
    placeOfSupply: '29',
    orderNumber: 'H7K2-9QMD',
    placedAt: '2026-11-20T14:05:00.000Z',
    issuedAt: '2026-11-21T19:30:00.000Z',
    timeZone: 'Asia/Kolkata',
    currency: 'INR',
    paymentMethod: 'cod',
    ...rest,
    pricesIncludeTax,
    shipping,
    lines,
    totals: {
      subtotal: sumOf(lines, (line) => line.lineSubtotal),
      discount: sumOf(lines, (line) => line.discount),
      shipping,
      tax: sumOf(lines, (line) => sumOf(line.taxes, (tax) => tax.amount)),
      grandTotal: sumOf(lines, (line) => line.total) + shipping,
    },
  };
}

export function makeSettings(input: Partial<InvoiceTemplateSettings> = {}): InvoiceTemplateSettings {
  return {
    title: 'Tax Invoice',
    logoUrl: null,
    currencySymbol: '₹',
    declarationText:
      'We declare that this invoice shows the actual price of the goods described and that all particulars are true and correct.',
    customerCareLines: ['care@example.com', '1800 123 4567, 9 am to 9 pm'],
    showAuthorizedSignatory: true,
    authorizedSignatoryLabel: 'Authorised signatory',
    authorizedSignatoryImage: null,
    showQr: false,
    qrImage: null,
    footerNote: 'Thank you for shopping with us.',
    ...input,
  };
}
