import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { createGstReturn } from '#domain/invoices/build-gst-return.js';
import type { ReturnDocument } from '#domain/invoices/gst-return-document.js';
import { gstnReturn } from '#domain/invoices/gst-return-gstn.js';

const money = z.number().multipleOf(0.01);
const tax = { txval: money, iamt: money, camt: money, samt: money, csamt: money };
const item = z.strictObject({ num: z.int(), itm_det: z.strictObject({ rt: z.number(), ...tax }) });
const date = z.string().regex(/^\d{2}-\d{2}-\d{4}$/);
const pos = z.string().regex(/^\d{2}$/);
const gstin = z.string().length(15);
const invoice = { inum: z.string().max(16), idt: date, val: money, itms: z.array(item).min(1) };
const note = {
  ntty: z.literal('C'),
  nt_num: z.string().max(16),
  nt_dt: date,
  val: money,
  itms: z.array(item),
};
const registered = { pos, rchrg: z.literal('N'), inv_typ: z.literal('R') };
const hsn = z.strictObject({
  num: z.int(),
  hsn_sc: z.string(),
  uqc: z.string(),
  qty: z.int(),
  rt: z.number(),
  ...tax,
});

/** The attributes of GSTR-1 as the GST network lists them, as far as the return fills them. */
const gstr1 = z.strictObject({
  gstin,
  fp: z.string().regex(/^(0[1-9]|1[0-2])20\d{2}$/),
  version: z.string(),
  hash: z.literal('hash'),
  b2b: z.array(z.strictObject({ ctin: gstin, inv: z.array(z.strictObject({ ...invoice, ...registered })) })),
  b2cl: z.array(z.strictObject({ pos, inv: z.array(z.strictObject(invoice)) })),
  b2cs: z.array(
    z.strictObject({
      sply_ty: z.enum(['INTRA', 'INTER']),
      pos,
      typ: z.literal('OE'),
      rt: z.number(),
      ...tax,
    }),
  ),
  exp: z.array(z.looseObject({ exp_typ: z.enum(['WPAY', 'WOPAY']) })),
  cdnr: z.array(z.strictObject({ ctin: gstin, nt: z.array(z.strictObject({ ...note, ...registered })) })),
  cdnur: z.array(z.strictObject({ ...note, typ: z.enum(['B2CL', 'EXPWP', 'EXPWOP']), pos: pos.optional() })),
  nil: z.strictObject({
    inv: z.array(
      z.strictObject({ sply_ty: z.string(), nil_amt: money, expt_amt: money, ngsup_amt: z.literal(0) }),
    ),
  }),
  hsn: z.strictObject({ hsn_b2b: z.array(hsn), hsn_b2c: z.array(hsn) }),
  doc_issue: z.strictObject({ doc_det: z.array(z.looseObject({ doc_num: z.int().min(1).max(12) })) }),
  supeco: z.strictObject({
    clttx: z.array(
      z.strictObject({
        etin: gstin,
        suppval: money,
        igst: money,
        cgst: money,
        sgst: money,
        cess: money,
        flag: z.literal('N'),
      }),
    ),
  }),
});

const amounts = { taxableValue: 100_000_05, igst: 0, cgst: 9_000_00, sgst: 9_000_00, cess: 0 };
const document = (fields: Partial<ReturnDocument>): ReturnDocument => ({
  kind: 'invoice',
  number: 'INV/2627/000001',
  invoiceNumber: null,
  date: '2026-11-28',
  buyerGstin: null,
  placeOfSupply: '27',
  within: true,
  value: 118_000_05,
  invoiceValue: 118_000_05,
  taxAdjusted: true,
  items: [{ hsnCode: '7419', quantity: 2, rate: 18, exempt: false, amounts }],
  ...fields,
});

it('has the attributes of the GST network, in rupees and its days', () => {
  const sections = createGstReturn({ month: '2026-11', gstin: '27AAPFU0939F1ZV', operatorGstin: null });
  const away = { placeOfSupply: '29', within: false };
  const interState = [
    {
      hsnCode: '7419',
      quantity: 1,
      rate: 18,
      exempt: false,
      amounts: { ...amounts, igst: 18_000_00, cgst: 0, sgst: 0 },
    },
  ];
  for (const fields of [
    {},
    { buyerGstin: '27AAGCB7383J1Z8' },
    { ...away, items: interState },
    { kind: 'credit_note' as const, number: 'CN/2627/000001', ...away, items: interState },
    { kind: 'credit_note' as const, number: 'CN/2627/000002', buyerGstin: '27AAGCB7383J1Z8' },
    {
      items: [
        { hsnCode: '2501', quantity: 1, rate: null, exempt: true, amounts: { ...amounts, cgst: 0, sgst: 0 } },
      ],
    },
  ])
    sections.add(document(fields));
  const supeco = [{ operatorGstin: '27AAPFU0939F1C6', ...amounts }];
  const issued = { from: 'DC/2627/000001', to: 'DC/2627/000002', total: 2, cancelled: 0, net: 2 };
  const file = gstnReturn(sections.finish([{ kind: 'delivery_challan', ...issued }], supeco));
  expect(gstr1.parse(file)).toEqual(file);
  expect(file).toMatchObject({
    fp: '112026',
    b2b: [{ ctin: '27AAGCB7383J1Z8', inv: [{ idt: '28-11-2026', val: 118_000.05 }] }],
    b2cl: [{ pos: '29' }],
    cdnur: [{ typ: 'B2CL', pos: '29' }],
    doc_issue: { doc_det: [{ doc_num: 12, docs: [{ totnum: 2, net_issue: 2 }] }] },
    supeco: { clttx: [{ etin: '27AAPFU0939F1C6', suppval: 100_000.05 }] },
  });
});
