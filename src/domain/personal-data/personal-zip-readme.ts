/** A file of a ZIP of personal data that has the rows of one table. */
export interface ZippedTable {
  path: string;
  /** What the rows are. */
  text: string;
  rows: number;
  /** What an erasure of the account does with them. */
  afterErasure: string;
}

export interface ZipContents {
  createdAt: Date;
  tables: readonly ZippedTable[];
  /** What there are no rows of. */
  empty: readonly string[];
  /** PDFs of invoices and credit notes in the ZIP. */
  documents: number;
  /** Numbers of invoices and credit notes of which no PDF is stored. */
  withoutPdf: readonly string[];
}

const count = (rows: number) => (rows === 1 ? '1 entry' : `${rows} entries`);

/** `README.txt` of a ZIP of personal data: what each file is. */
export function zipReadme({ createdAt, tables, empty, documents, withoutPdf }: ZipContents): string {
  const paragraphs = [
    'YOUR PERSONAL DATA',
    `What is kept about you, as of ${createdAt.toISOString()} (UTC).`,
    'The files in "data" are JSON: any text editor opens them. Each holds a list with one entry a line. Amounts are in the ' +
      'smallest unit of their currency, 10000 for 100 rupees; times are in ISO 8601.',
    ...tables.map(
      ({ path, text, rows, afterErasure }) =>
        `${path}\n    ${text}: ${count(rows)}.\n    When your account is erased: ${afterErasure}.`,
    ),
    documents > 0
      ? `The folders "invoices" and "credit-notes" hold ${documents === 1 ? 'one PDF' : `${documents} PDFs`}, by the shop that issued them and their number.`
      : 'No PDFs of invoices or credit notes are stored.',
    ...(withoutPdf.length > 0
      ? [
          'No PDF is stored of these; their content is in data/invoices.json and data/invoices_credit_notes.json. The page of ' +
            `the order creates the PDF:\n    ${withoutPdf.join('\n    ')}`,
        ]
      : []),
    ...(empty.length > 0 ? [`Nothing is kept about you of these:\n    ${empty.join('\n    ')}`] : []),
  ];
  // The line ends that every editor shows.
  return `${paragraphs.join('\n\n')}\n`.replaceAll('\n', '\r\n');
}
