import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { newPrefixSchema } from './invoices.settings.js';
import { isGstStateCode } from '#domain/tax/gst-states.js';
import { isTcsGstin, isValidGstin } from '#domain/tax/gstin.js';

/** What the operator invoices its commission with. */
export const commissionSettings = {
  legalName: setting('admin', 'operator.legal_name', {
    schema: z.string().trim().max(200),
    default: '',
    description: 'Legal name of the operator on commission invoices',
  }),
  gstin: setting('admin', 'operator.gstin', {
    schema: z.literal('').or(z.string().refine(isValidGstin, 'must be a valid GSTIN')),
    default: '',
    description: 'GSTIN of the operator; without it commission is invoiced without GST',
  }),
  tcsGstins: setting('admin', 'operator.tcs_gstins', {
    schema: z
      .record(z.string().refine(isGstStateCode, 'must be the GST code of a state'), z.string())
      .refine(
        (numbers) =>
          Object.entries(numbers).every(([state, number]) => isTcsGstin(number) && number.startsWith(state)),
        'must be registrations for collecting tax at source by their state, 27AAPFU0939F1C6 for 27',
      ),
    default: {},
    description:
      'Registrations of the operator for collecting tax at source, by the GST code of the state of the supplier (CGST Act, sections 24(x) and 52); a state without one has operator.gstin',
  }),
  addressLines: setting('admin', 'operator.address_lines', {
    schema: z.array(z.string().trim().min(1).max(200)).max(8),
    default: [],
    description: 'Registered address of the operator, line by line',
  }),
  invoicePrefix: setting('admin', 'commission.invoice_prefix', {
    schema: newPrefixSchema,
    default: 'COM',
    description: 'Start of new commission invoice numbers; those already issued keep theirs',
  }),
  creditNotePrefix: setting('admin', 'commission.credit_note_prefix', {
    schema: newPrefixSchema,
    default: 'COMC',
    description:
      'Start of new numbers of commission credit notes, other than that of commission invoices; those already issued keep theirs',
  }),
  serviceCode: setting('admin', 'commission.service_code', {
    schema: z
      .string()
      .overwrite(asciiDigits)
      .regex(/^\d{4,8}$/, 'must be 4 to 8 digits'),
    default: '996211',
    description: 'SAC of the commission: retail trade services on a fee or commission basis by default',
  }),
} as const;
