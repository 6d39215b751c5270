/** A number without rounding: a fraction of integers. Numbers are read in decimal, so 0.1 is one tenth. */
export class ExactNumber {
  readonly #top: bigint;
  /** Positive. */
  readonly #bottom: bigint;

  private constructor(top: bigint, bottom: bigint) {
    this.#top = bottom < 0n ? -top : top;
    this.#bottom = bottom < 0n ? -bottom : bottom;
  }

  static of(value: number): ExactNumber {
    const [digits = "0", exponent = "0"] = value.toString().split("e");
    const [whole = "0", decimals = ""] = digits.split(".");
    const power = Number(exponent) - decimals.length;
    const top = BigInt(whole + decimals);
    return power < 0 ? new ExactNumber(top, 10n ** BigInt(-power)) : new ExactNumber(top * 10n ** BigInt(power), 1n);
  }

  plus(other: ExactNumber): ExactNumber {
    if (this.#bottom === other.#bottom) return new ExactNumber(this.#top + other.#top, this.#bottom);
    return new ExactNumber(this.#top * other.#bottom + other.#top * this.#bottom, this.#bottom * other.#bottom);
  }

  minus(other: ExactNumber): ExactNumber {
    return new ExactNumber(this.#top * other.#bottom - other.#top * this.#bottom, this.#bottom * other.#bottom);
  }

  times(other: ExactNumber): ExactNumber {
    return new ExactNumber(this.#top * other.#top, this.#bottom * other.#bottom);
  }

  /** 0 for a division by 0. */
  over(other: ExactNumber): ExactNumber {
    return other.#top === 0n
      ? ExactNumber.of(0)
      : new ExactNumber(this.#top * other.#bottom, this.#bottom * other.#top);
  }

  isBelow(other: ExactNumber): boolean {
    return this.#top * other.#bottom < other.#top * this.#bottom;
  }

  /** The smallest integer not below the number. */
  ceil(): ExactNumber {
    const whole = this.#top / this.#bottom;
    return new ExactNumber(whole * this.#bottom < this.#top ? whole + 1n : whole, 1n);
  }

  /** Rounds to decimals, half away from zero. */
  rounded(decimals: number): ExactNumber {
    const power = 10n ** BigInt(decimals);
    const size = this.#top < 0n ? -this.#top : this.#top;
    const rounded = (2n * size * power + this.#bottom) / (2n * this.#bottom);
    return new ExactNumber(this.#top < 0n ? -rounded : rounded, power);
  }

  /** The nearest floating-point number, from twelve decimals. */
  toNumber(): number {
    const size = this.#top < 0n ? -this.#top : this.#top;
    const decimals = (((size % this.#bottom) * 10n ** 12n) / this.#bottom).toString().padStart(12, "0");
    const number = Number(`${size / this.#bottom}.${decimals}`);
    return this.#top < 0n ? 0 - number : number;
  }
}
