"""A contract for import-linter: these packages import nothing but the standard library and this project."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, cast

from importlinter import Contract, ContractCheck, fields, output

if TYPE_CHECKING:
    from grimp import ImportGraph


class StandardLibraryContract(Contract):
    """Concerns `modules` and all they contain; one that is not written yet keeps the contract."""

    modules = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 import-linter's
        """Find every import of something else."""
        home = set(cast("list[str]", self.session_options["root_packages"]))
        allowed = home | sys.stdlib_module_names
        found: list[dict[str, Any]] = []
        for module in sorted(graph.modules):
            if not self._concerns(module):
                continue
            for other in sorted(graph.find_modules_directly_imported_by(module)):
                if other.partition(".")[0] not in allowed:
                    details = graph.get_import_details(importer=module, imported=other)
                    found += [{"from": module, "to": other, "line": each["line_number"]} for each in details]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say where each of them is."""
        for each in check.metadata["found"]:
            output.print_error(f"{each['from']} imports {each['to']} (line {each['line']})", bold=False)
        output.new_line()

    def _concerns(self, module: str) -> bool:
        packages = cast("list[str]", self.modules)
        return any(module == package or module.startswith(f"{package}.") for package in packages)
