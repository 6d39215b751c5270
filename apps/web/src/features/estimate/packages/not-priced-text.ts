/** Names the parts that the cards' prices lack: without a choice, or chosen without a quantity. Labels in lower case; "" for none. */
export function notPricedText({
  choice,
  quantity,
}: {
  readonly choice: readonly string[];
  readonly quantity: readonly string[];
}): string {
  const sentences = [
    ...(choice.length > 0 ? [`Not chosen yet and not in these prices: ${choice.join(", ")}.`] : []),
    ...(quantity.length > 0 ? [`Without a quantity and not in these prices: ${quantity.join(", ")}.`] : []),
  ];
  return sentences.join(" ");
}
