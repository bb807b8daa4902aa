import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const productAttributesErrors = defineErrors({
  typeInUse: {
    code: 'CONFLICT',
    status: 409,
    message: 'The type cannot change while products are assigned the attribute',
    when: 'the type of an attribute is changed that live products are assigned',
  },
  valueInUse: {
    code: 'CONFLICT',
    status: 409,
    message: 'Products are assigned the value {value}: change them first',
    when: 'a value is removed that live products are assigned',
  },
  valuesShared: {
    code: 'CONFLICT',
    status: 409,
    message: 'The attribute cannot become unique while two products share a value',
    when: '`isUnique` is set while two live products share a value',
  },
});
