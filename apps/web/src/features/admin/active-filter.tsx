import { useNavigate, useSearch } from "@tanstack/react-router";
import { SelectField } from "#ui/select-field.tsx";

/** The active filter of a list, as the calls take it; undefined shows all. */
type ActiveFilter = "true" | "false" | undefined;

/** Parses the filter of the address. */
export function useActiveFilter(): ActiveFilter {
  const { active } = useSearch({ strict: false });
  return active === "true" || active === "false" ? active : undefined;
}

/** The choice between active, inactive and all, kept in the address of the page. */
export function ActiveFilterField({ path }: { path: "/admin/companies" }) {
  const active = useActiveFilter();
  const navigate = useNavigate();
  return (
    <SelectField
      aria-label="State"
      value={active ?? ""}
      emptyLabel="Active and inactive"
      options={[
        { value: "true", label: "Active" },
        { value: "false", label: "Inactive" },
      ]}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: path, search: value === "" ? {} : { active: value }, replace: true })
      }
    />
  );
}
