import {
  addAmounts,
  type ConsumerRow,
  type DocumentRow,
  type GstAmounts,
  type GstReturn,
  type HsnRow,
  LARGE_INVOICE,
  NO_AMOUNTS,
  type SeriesRow,
  type UntaxedRow,
} from './gst-return.js';
import { ratesOf, type ReturnDocument } from './gst-return-document.js';

const UNIT = 'NOS';

type Section = 'b2b' | 'b2cl' | 'b2cs' | 'exp';

/** Of an invoice its section; a credit note follows its invoice. */
function sectionOf({ placeOfSupply, buyerGstin, within, invoiceValue }: ReturnDocument): Section {
  if (placeOfSupply === null) return 'exp';
  if (buyerGstin !== null) return 'b2b';
  return !within && invoiceValue > LARGE_INVOICE ? 'b2cl' : 'b2cs';
}

/**
 * Adds up the documents of a seller's month, one after the other. A note that came too late to reduce tax changes none of the
 * sections, and is listed by itself.
 */
export function createGstReturn(of: { month: string; gstin: string | null; operatorGstin: string | null }) {
  const consumers = new Map<string, ConsumerRow>();
  const untaxed = new Map<UntaxedRow['supplyType'], UntaxedRow>();
  const hsn = { b2b: new Map<string, HsnRow>(), b2c: new Map<string, HsnRow>() };
  const lists: Pick<GstReturn, 'b2b' | 'b2cl' | 'exp' | 'cdnr' | 'cdnur' | 'lateNotes'> = {
    b2b: [],
    b2cl: [],
    exp: [],
    cdnr: [],
    cdnur: [],
    lateNotes: [],
  };
  let through = NO_AMOUNTS;
  let totals = NO_AMOUNTS;

  /** @param withheldFromSale whether the operator collected its tax at source with the payment, as it did before postings of supplies */
  function add(document: ReturnDocument, withheldFromSale = false): void {
    const { kind, number, date, value, invoiceNumber } = document;
    if (!document.taxAdjusted) {
      lists.lateNotes.push({ number, date, invoiceNumber: invoiceNumber ?? '', value });
      return;
    }
    const sign = kind === 'invoice' ? 1 : -1;
    const section = sectionOf(document);
    addListed(document, section);
    for (const item of document.items) {
      totals = addAmounts(totals, item.amounts, sign);
      if (item.rate && withheldFromSale) through = addAmounts(through, item.amounts, sign);
      addHsn(hsn[section === 'b2b' ? 'b2b' : 'b2c'], item, sign);
      if (!item.rate && section !== 'exp') addUntaxed(document, item, sign);
      else if (section === 'b2cs') addConsumer(document, item, sign);
    }
  }

  function addListed(document: ReturnDocument, section: Section): void {
    const { kind, number, date, value, invoiceNumber, buyerGstin, placeOfSupply } = document;
    const rates = ratesOf(document);
    const row: DocumentRow = { buyerGstin, number, date, invoiceNumber, placeOfSupply, value, rates };
    if (section === 'b2cs' || (rates.length === 0 && section !== 'exp')) return;
    if (kind === 'credit_note') lists[section === 'b2b' ? 'cdnr' : 'cdnur'].push(row);
    else if (section === 'exp') lists.exp.push({ ...row, withPayment: rates.some(({ igst }) => igst > 0) });
    else lists[section].push(row);
  }

  function addConsumer(
    { within, placeOfSupply }: ReturnDocument,
    { rate, amounts }: ReturnDocument['items'][number],
    sign: number,
  ): void {
    const key = `${placeOfSupply} ${rate}`;
    const row = consumers.get(key) ?? {
      supplyType: within ? ('INTRA' as const) : ('INTER' as const),
      placeOfSupply: placeOfSupply ?? '',
      ...NO_AMOUNTS,
      rate: rate ?? 0,
    };
    consumers.set(key, { ...row, ...addAmounts(row, amounts, sign) });
  }

  function addUntaxed(
    { within, buyerGstin }: ReturnDocument,
    { rate, exempt, amounts }: ReturnDocument['items'][number],
    sign: number,
  ): void {
    const supplyType = `${within ? 'INTRA' : 'INTR'}${buyerGstin === null ? 'B2C' : 'B2B'}` as const;
    const row = untaxed.get(supplyType) ?? { supplyType, nilRated: 0, exempt: 0 };
    const name = rate === 0 && !exempt ? 'nilRated' : 'exempt';
    untaxed.set(supplyType, { ...row, [name]: row[name] + sign * amounts.taxableValue });
  }

  return {
    add,

    /**
     * @param docIssue the numbers that were used in the month
     * @param collected what the operator collected on with the supplies, by its registration
     */
    finish(docIssue: SeriesRow[], collected: GstReturn['supeco'] = []): GstReturn {
      return {
        schemaVersion: 1,
        month: of.month,
        gstin: of.gstin,
        ...lists,
        docIssue,
        totals,
        b2cs: [...consumers.values()].filter(isAny),
        nil: [...untaxed.values()].filter((row) => row.nilRated !== 0 || row.exempt !== 0),
        hsn: { b2b: [...hsn.b2b.values()], b2c: [...hsn.b2c.values()] },
        supeco: [
          ...collected.filter(isAny),
          ...(isAny(through) ? [{ operatorGstin: of.operatorGstin, ...through }] : []),
        ],
      };
    },
  };
}

function addHsn(
  rows: Map<string, HsnRow>,
  { hsnCode, rate, quantity, amounts }: ReturnDocument['items'][number],
  sign: number,
): void {
  const key = `${hsnCode ?? ''} ${rate ?? 0}`;
  const row = rows.get(key) ?? { hsnCode, unit: UNIT, quantity: 0, rate: rate ?? 0, ...NO_AMOUNTS };
  rows.set(key, { ...row, quantity: row.quantity + sign * quantity, ...addAmounts(row, amounts, sign) });
}

function isAny({ taxableValue, igst, cgst, sgst, cess }: GstAmounts): boolean {
  return [taxableValue, igst, cgst, sgst, cess].some((amount) => amount !== 0);
}
