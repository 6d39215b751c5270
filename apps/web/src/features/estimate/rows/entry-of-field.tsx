import type { FieldDefinition, FieldPlace } from "@ridgebook/estimating";
import { ChoiceField } from "#features/estimate/rows/choice-field.tsx";
import { lengthOfText } from "#features/estimate/rows/field-layout.ts";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";
import { QuantityField } from "#features/estimate/rows/quantity-field.tsx";
import { TextEntry } from "#features/estimate/rows/text-entry.tsx";
import { TickField } from "#features/estimate/rows/tick-field.tsx";
import type { FieldReading } from "#features/estimate/rows/use-field.ts";

/** The input of a field, without the quantity beside a choice. */
export function EntryOfField({
  place,
  definition,
  reading,
  name,
  unit,
  isBox = false,
  isLabelled = false,
}: {
  place: FieldPlace;
  definition: FieldDefinition;
  reading: FieldReading;
  name: string;
  unit: string;
  /** A checkbox with its label after it, instead of a switch. */
  isBox?: boolean;
  /** The label is directly above. */
  isLabelled?: boolean;
}) {
  const id = fieldDomId(place);
  const { value, valueProblem, isDisabled } = reading;
  const shared = { place, id, name, value, problem: valueProblem, isDisabled };
  switch (definition.dataType) {
    case "dropdown":
      return <ChoiceField {...shared} definition={definition} options={reading.options} isLabelled={isLabelled} />;
    case "string":
      return <TextEntry {...shared} length={lengthOfText(definition)} />;
    case "boolean":
      return <TickField {...shared} isBox={isBox} />;
    case "number":
      return (
        <QuantityField
          place={place}
          definition={definition}
          id={id}
          name={name}
          unit={unit}
          quantity={reading.quantity}
          problem={reading.quantityProblem || valueProblem}
          isDisabled={isDisabled}
          isReadOnly={reading.isReadOnly}
        />
      );
  }
}
