import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const header =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,' +
  'Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,' +
  'Variant Barcode,HSN Code,Image Src,Status';

const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL'];
const nouns = ['Kurta', 'साड़ी', 'Dupatta', 'कमीज़', 'Shawl', 'சட்டை', 'Jacket', 'Jutti'];

/** What the columns of attributes name, for the code that creates them. */
export const attributesOfFile = [
  { code: 'bench-colour', title: 'Colour', type: 'select', values: ['Indigo', 'Ivory', 'Mustard'] },
  { code: 'bench-care', title: 'Care', type: 'multi_select', values: ['Hand wash', 'Dry clean'] },
  { code: 'bench-weight', title: 'Weight', type: 'number' },
];

function attributeCells(product) {
  const [{ values: colours }, { values: cares }] = attributesOfFile;
  return [colours[product % 3], product % 2 === 0 ? cares.join(';') : cares[0], 100 + (product % 50)];
}

/** Of a product in this many one variant has no price that can be read. */
export const BAD_EVERY = 10;

/** Rows of one product, one for each size. */
function rowsOf(group, product, { attributes, pictures, errors }) {
  const handle = `bench-${group}-${product}`;
  const title = `${nouns[product % nouns.length]} of the bench ${product}`;
  const price = (199 + (product % 900)).toFixed(2);
  return sizes.map((size, place) => {
    const first = place === 0;
    const isBad = errors && place === 1 && product % BAD_EVERY === 0;
    const picture = pictures ? `https://images.example.com/${group}/${product}-${place}.jpg` : '';
    const stock = (product * 7 + place * 13) % 90;
    return [
      handle,
      first ? title : '',
      first ? `"<p>${title}, woven, washed and ""worn in"".</p>\n<ul><li>Line dry</li></ul>"` : '',
      first ? 'Kaveri' : '',
      first ? 'Kurtas' : '',
      first ? '"Handmade, Festive"' : '',
      first ? 'true' : '',
      first ? 'Size' : '',
      size,
      `BENCH-${group}-${product}-${size}`,
      280 + place * 10,
      'shopify',
      stock,
      'deny',
      isBad ? 'ask us' : price,
      '',
      '',
      '6211',
      picture,
      first ? 'active' : '',
      ...(attributes ? (first ? attributeCells(product) : ['', '', '']) : []),
    ].join(',');
  });
}

/**
 * Writes a product file of so many rows, eight for each product.
 * @param {string} group sets handles and SKUs of several files apart
 * @param {{ attributes?: boolean, pictures?: boolean, errors?: boolean }} [content] three columns of attributes, a picture in
 *   each row, bad prices
 */
export async function writeProductFile(file, rows, group, content = {}) {
  const { attributes = false } = content;
  const out = createWriteStream(file);
  const columns = attributesOfFile.map(({ code }) => `Attribute: ${code}`);
  out.write(`${[header, ...(attributes ? columns : [])].join(',')}\n`);
  let written = 0;
  for (let product = 0; written < rows; product += 1) {
    const lines = rowsOf(group, product, content).slice(0, rows - written);
    written += lines.length;
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
