/** Two options with three values, two complete variants. */
export const matrix = {
  options: [
    { name: 'Size', sortOrder: 0, values: ['S', { value: 'M', sortOrder: 1 }] },
    { name: 'Colour', values: ['Red'] },
  ],
  variants: [
    {
      sku: 'KURTA-S',
      price: 99_900,
      specialPrice: 79_900,
      hsnCode: ' 6109 ',
      weight: 250,
      optionValues: [
        { optionName: 'Size', value: 'S' },
        { optionName: 'colour', value: 'red' },
      ],
    },
    {
      sku: 'KURTA-M',
      price: 99_900,
      optionValues: [
        { optionName: 'Colour', value: 'Red' },
        { optionName: 'Size', value: 'M' },
      ],
    },
  ],
};
