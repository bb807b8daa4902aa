import type { Knex } from 'knex';

/** Notifications of the Central Government on the rates of goods, both of 17 September 2025 and in force from the 22nd. */
const RATES = '9/2025-Central Tax (Rate), 17.09.2025';
const EXEMPTIONS = '10/2025-Central Tax (Rate), 17.09.2025';
const FROM = '2025-09-22';

type Rate = [prefix: string, description: string];

/** Five percent: Schedule I. Staples are those that are pre-packaged and labelled, as a marketplace sells them. */
const five: Rate[] = [
  ['0402', 'Milk powder, condensed milk'],
  ['0405', 'Butter, ghee'],
  ['0406', 'Cheese'],
  ['0409', 'Honey, pre-packaged and labelled'],
  ['0713', 'Pulses, pre-packaged and labelled'],
  ['0801', 'Coconuts, cashew nuts'],
  ['0802', 'Other nuts'],
  ['0804', 'Dates, figs, mangoes, dried'],
  ['0806', 'Raisins'],
  ['0901', 'Coffee'],
  ['0902', 'Tea'],
  ['0904', 'Pepper, chilli'],
  ['0905', 'Vanilla'],
  ['0906', 'Cinnamon'],
  ['0907', 'Cloves'],
  ['0908', 'Nutmeg, mace, cardamom'],
  ['0909', 'Seeds of anise, fennel, coriander, cumin'],
  ['0910', 'Ginger, saffron, turmeric, other spices'],
  ['1001', 'Wheat, pre-packaged and labelled'],
  ['1005', 'Maize, pre-packaged and labelled'],
  ['1006', 'Rice, pre-packaged and labelled'],
  ['1008', 'Millets, pre-packaged and labelled'],
  ['1101', 'Wheat flour, pre-packaged and labelled'],
  ['1507', 'Soya-bean oil'],
  ['1508', 'Groundnut oil'],
  ['1509', 'Olive oil'],
  ['1511', 'Palm oil'],
  ['1512', 'Sunflower and safflower oil'],
  ['1513', 'Coconut oil'],
  ['1514', 'Mustard oil'],
  ['1515', 'Other vegetable oils'],
  ['1604', 'Prepared fish'],
  ['1701', 'Sugar, jaggery'],
  ['1704', 'Sugar confectionery'],
  ['1806', 'Chocolate'],
  ['1901', 'Preparations of flour'],
  ['1902', 'Pasta, noodles'],
  ['1905', 'Biscuits, cakes'],
  ['2001', 'Pickles in vinegar'],
  ['2005', 'Prepared vegetables'],
  ['2007', 'Jams, jellies'],
  ['2008', 'Prepared fruit and nuts'],
  ['2009', 'Fruit juices'],
  ['2101', 'Extracts of coffee and tea'],
  ['2103', 'Sauces, mixed condiments'],
  ['2104', 'Soups'],
  ['2106', 'Food preparations'],
  ['3003', 'Medicaments'],
  ['3004', 'Medicaments for retail sale'],
  ['3005', 'Bandages, dressings'],
  ['330510', 'Shampoo'],
  ['330590', 'Hair oil'],
  ['330610', 'Toothpaste'],
  ['330741', 'Agarbatti'],
  ['340111', 'Toilet soap in bars'],
  ['3406', 'Candles'],
  ['42022220', 'Handbags of cotton or jute'],
  ['4419', 'Tableware and kitchenware of wood'],
  ['4420', 'Marquetry, caskets, statuettes of wood'],
  ['4602', 'Baskets, wickerwork'],
  ['5007', 'Woven fabrics of silk, sarees included'],
  ['5208', 'Woven fabrics of cotton, sarees included'],
  ['5209', 'Heavy woven fabrics of cotton'],
  ['5210', 'Woven fabrics of mixed cotton'],
  ['5211', 'Heavy woven fabrics of mixed cotton'],
  ['5212', 'Other woven fabrics of cotton'],
  ['5309', 'Woven fabrics of flax'],
  ['5407', 'Woven fabrics of synthetic filament, sarees included'],
  ['5408', 'Woven fabrics of artificial filament, sarees included'],
  ['5512', 'Woven fabrics of synthetic staple fibres'],
  ['5516', 'Woven fabrics of artificial staple fibres'],
  ['57', 'Carpets'],
  ['60', 'Knitted fabrics'],
  ['6309', 'Worn clothing, of any value'],
  ['6310', 'Rags'],
  ['6911', 'Tableware of porcelain'],
  ['6912', 'Tableware of other ceramics'],
  ['6913', 'Statuettes of ceramics'],
  ['7323', 'Utensils of iron or steel'],
  ['7418', 'Utensils of copper'],
  ['8215', 'Spoons, forks, ladles'],
  ['8306', 'Statuettes, frames and ornaments of base metal'],
  ['9503', 'Toys, other than electronic ones'],
];

/** Eighteen percent: Schedule II. */
const eighteen: Rate[] = [
  ['3304', 'Beauty and skin care'],
  ['3305', 'Preparations for the hair'],
  ['3306', 'Oral hygiene'],
  ['3307', 'Deodorants, bath preparations'],
  ['3401', 'Soap'],
  ['3402', 'Detergents'],
  ['3506', 'Glues'],
  ['3923', 'Packing articles of plastics'],
  ['3924', 'Tableware of plastics'],
  ['3926', 'Other articles of plastics'],
  ['4202', 'Bags, cases, wallets'],
  ['4818', 'Tissues, napkins of paper'],
  ['63053200', 'Flexible intermediate bulk containers'],
  ['63053300', 'Bags of polyethylene or polypropylene strip'],
  ['7013', 'Glassware'],
  ['732310', 'Scourers of iron or steel wool'],
  ['7419', 'Other articles of copper'],
  ['8443', 'Printers'],
  ['8471', 'Computers'],
  ['8504', 'Chargers, power supplies'],
  ['8507', 'Batteries, power banks'],
  ['8516', 'Electric heaters, irons'],
  ['8517', 'Telephones'],
  ['8518', 'Loudspeakers, headphones'],
  ['8523', 'Memory cards, discs'],
  ['8528', 'Monitors, television sets'],
  ['8539', 'Electric lamps'],
  ['8544', 'Cables'],
  ['9403', 'Furniture'],
  ['9405', 'Luminaires'],
  ['9608', 'Pens'],
  ['9617', 'Vacuum flasks'],
];

/** Three percent: Schedule IV. */
const three: Rate[] = [
  ['7113', 'Jewellery'],
  ['7114', 'Goldsmiths’ and silversmiths’ wares'],
  ['7117', 'Imitation jewellery'],
];

/** Forty percent: Schedule III. */
const forty: Rate[] = [['220210', 'Aerated and sweetened waters']];

const exempt: Rate[] = [
  ['0401', 'Milk'],
  ['0701', 'Potatoes, fresh'],
  ['0702', 'Tomatoes, fresh'],
  ['0703', 'Onions and garlic, fresh'],
  ['2501', 'Salt'],
  ['4901', 'Printed books'],
  ['4902', 'Newspapers'],
  ['9609', 'Pencils, crayons, chalk'],
];

/** Schedule I up to ₹2,500 a piece or pair, Schedule II above. */
const slabs: [prefix: string, unit: 'piece' | 'pair', description: string][] = [
  ['61', 'piece', 'Clothing, knitted'],
  ['62', 'piece', 'Clothing, not knitted'],
  ['63', 'piece', 'Bed, table and other made-up textiles'],
  ['64', 'pair', 'Footwear'],
  ['9404', 'piece', 'Quilts and cushions'],
];

const LIMIT = 250_000;

function rows() {
  const taxed = (rates: Rate[], gstRate: number, schedule: string) =>
    rates.map(([hsnPrefix, description]) => ({
      hsnPrefix,
      description,
      gstRate,
      source: `${RATES}, Schedule ${schedule}`,
    }));
  return [
    ...taxed(five, 5, 'I'),
    ...taxed(eighteen, 18, 'II'),
    ...taxed(three, 3, 'IV'),
    ...taxed(forty, 40, 'III'),
    ...exempt.map(([hsnPrefix, description]) => ({
      hsnPrefix,
      description,
      gstExempt: true,
      source: EXEMPTIONS,
    })),
    ...slabs.map(([hsnPrefix, slabUnit, description]) => ({
      hsnPrefix,
      description,
      gstRate: 5,
      slabLimit: LIMIT,
      slabUnit,
      gstRateAbove: 18,
      source: `${RATES}, Schedules I and II`,
    })),
  ];
}

/**
 * Rates have a day from which and until which they hold, a limit above which another one does, a cess and a source. The table before,
 * `tax_hsn_rates`, is what the code of the release before reads; its rows are taken over.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tax_rates (
      -- digits; the longest prefix of a code that holds on a day counts
      hsn_prefix text not null check (hsn_prefix ~ '^[0-9]{2,8}$'),
      -- days in India; the last one included
      valid_from date not null default '2017-07-01',
      valid_until date,
      gst_rate double precision check (gst_rate >= 0 and gst_rate <= 100),
      gst_exempt boolean not null default false,
      cess_rate double precision check (cess_rate >= 0 and cess_rate <= 500),
      -- subunits of a piece or pair after discounts and without tax: up to it gst_rate holds, above it gst_rate_above
      slab_limit bigint check (slab_limit > 0),
      slab_unit text check (slab_unit in ('piece', 'pair')),
      gst_rate_above double precision check (gst_rate_above >= 0 and gst_rate_above <= 100),
      description text,
      source text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (hsn_prefix, valid_from),
      check (gst_exempt = (gst_rate is null)),
      check ((slab_limit is null) = (slab_unit is null) and (slab_limit is null) = (gst_rate_above is null)),
      check (slab_limit is null or gst_rate is not null),
      check (valid_until is null or valid_until >= valid_from)
    );
    insert into tax_rates (hsn_prefix, gst_rate, gst_exempt, description)
      select hsn_prefix, gst_rate, gst_exempt, description from tax_hsn_rates;
    -- the day in India that a document of this moment has
    create function tax_day() returns date language sql volatile as
      $$ select (invoices_clock() at time zone 'Asia/Kolkata')::date $$;
  `);
  await knex.raw(
    `insert into tax_rates (hsn_prefix, description, gst_rate, gst_exempt, slab_limit, slab_unit, gst_rate_above, valid_from, source)
     select r."hsnPrefix", r.description, r."gstRate", coalesce(r."gstExempt", false), r."slabLimit", r."slabUnit", r."gstRateAbove", ?::date, r.source
     from jsonb_to_recordset(?::jsonb) as r ("hsnPrefix" text, description text, "gstRate" double precision, "gstExempt" boolean,
       "slabLimit" bigint, "slabUnit" text, "gstRateAbove" double precision, source text)
     where not exists (select from tax_hsn_rates)`,
    [FROM, JSON.stringify(rows())],
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function tax_day(); drop table tax_rates');
}
