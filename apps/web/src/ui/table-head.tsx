import type { ReactNode } from "react";

type Column =
  | string
  | { readonly label: ReactNode; readonly className?: string | undefined; readonly isHidden?: boolean };

/** The head of a table; `false` leaves a column out. A hidden label is for screen readers only. */
export function TableHead({ columns }: { columns: readonly (Column | false)[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => {
          if (column === false) return null;
          const { label, className, isHidden } = typeof column === "string" ? { label: column } : column;
          return (
            <th key={index} scope="col" className={className}>
              {isHidden ? <span className="rb-visually-hidden">{label}</span> : label}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
